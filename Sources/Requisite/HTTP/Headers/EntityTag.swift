/// An entity tag (RFC 9110 §8.8.3): the name of one version of a representation, `"xyzzy"` or, weak, `W/"xyzzy"`.
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// Whether versions that differ in bytes, but not in what they say, may share it.
  let isWeak: Bool
  /// The tag without quotes.
  let opaque: String

  /// The tag of the `ETag` field; nil if the field is missing, repeated or malformed.
  init?(_ headers: HTTPHeaders) {
    let values = headers.values(for: .eTag)
    guard values.count == 1 else { return nil }
    self.init(values[0])
  }

  /// Reads a tag; nil if the text is malformed, also for a tag without quotes, as some servers send it.
  init?(_ text: String) {
    let bytes = ASCII.trimmed(text[...]).utf8
    isWeak = bytes.starts(with: "W/".utf8)
    let quoted = bytes.dropFirst(isWeak ? 2 : 0)
    guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\"") else {
      return nil
    }
    let inside = quoted.dropFirst().dropLast()
    guard inside.allSatisfy({ $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }) else { return nil }
    opaque = String(Substring(inside))
  }

  /// Whether both may name the same, by weak comparison (§8.8.3.2).
  func weaklyMatches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// The tag as it goes on the wire.
  var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }
}
