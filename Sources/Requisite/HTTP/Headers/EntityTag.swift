/// An entity tag, which identifies one version of a representation: `"xyzzy"` or, weak, `W/"xyzzy"` (RFC 9110 §8.8.3).
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// True if versions that differ in bytes but are equivalent in meaning may share the tag.
  let isWeak: Bool
  /// The opaque text between the quotes.
  let opaque: String

  /// Reads the `ETag` field. Returns nil if the field is missing, repeated or malformed.
  init?(_ headers: HTTPHeaders) {
    let values = headers.values(for: .eTag)
    guard values.count == 1 else { return nil }
    self.init(values[0])
  }

  /// Parses a tag. Returns nil if the text is malformed; a tag without quotes, as some servers send it, is malformed too.
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

  /// True if both tags have the same opaque text, weak or not: weak comparison (RFC 9110 §8.8.3.2).
  func weaklyMatches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// The tag as it is sent, with quotes and `W/` if weak.
  var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }
}
