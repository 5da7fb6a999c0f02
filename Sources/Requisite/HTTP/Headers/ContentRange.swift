/// The value of a `Content-Range` field in bytes (RFC 9110 §14.4): `bytes 0-499/1234`, `bytes 500-999/*`, or, with status
/// 416, `bytes */1234`.
struct ContentRange: Hashable, Sendable {
  /// The offsets of the first and the last byte of the part; nil if the range was not satisfied.
  let range: ClosedRange<Int64>?
  /// The number of bytes of the whole representation; nil if unknown (`*`).
  let completeLength: Int64?

  /// Parses a field value. Returns nil if it is malformed or its unit is not `bytes`.
  init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard words.count == 2, ASCII.equalIgnoringCase(String(words[0]), "bytes") else { return nil }
    let sides = words[1].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    guard sides.count == 2 else { return nil }
    completeLength = Self.number(sides[1])
    guard completeLength != nil || sides[1] == "*" else { return nil }
    guard sides[0] != "*" else {
      guard completeLength != nil else { return nil }
      range = nil
      return
    }
    let ends = sides[0].utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
      completeLength.map({ last < $0 }) ?? true
    else { return nil }
    range = first...last
  }

  private static func number(_ text: Substring) -> Int64? {
    ASCII.isNumber(text) ? Int64(text) : nil
  }
}

extension ContentRange {
  /// The range of a header section; nil if the field is missing, repeated or malformed, or its unit is not `bytes`.
  init?(_ headers: HTTPHeaders) {
    let values = headers.values(for: .contentRange)
    guard values.count == 1 else { return nil }
    self.init(values[0])
  }

  /// True if the range has all bytes of a representation whose length is known.
  var isWhole: Bool {
    guard let range, let completeLength else { return false }
    return range.lowerBound == 0 && range.upperBound == completeLength - 1
  }
}

extension HTTPHeaders {
  /// True if the fields say that the body has only some bytes of the representation, one range or several (RFC 9110
  /// §14.4, §14.6). Ranges in another unit, such as the items of a list, do not count.
  var describePart: Bool {
    values(for: .contentRange).contains { ContentRange($0)?.isWhole == false } || describeSeveralParts
  }

  /// True if the body has several ranges, each after a header section of its own, even if a parameter of the media type
  /// is malformed (RFC 9110 §14.6).
  var describeSeveralParts: Bool {
    values(for: .contentType).contains { value in
      let type = Substring(value.utf8.prefix { $0 != UInt8(ascii: ";") })
      return ASCII.equalIgnoringCase(String(ASCII.trimmed(type)), "multipart/byteranges")
    }
  }

  /// True if the body has or had a content coding. Then lengths and offsets are not those of the decoded bytes.
  var isCoded: Bool {
    values(for: .contentEncoding).contains {
      !ASCII.equalIgnoringCase(String(ASCII.trimmed($0[...])), "identity")
    }
  }

  /// True if a request with these fields asks for no content coding.
  var asksForNoCoding: Bool {
    values(for: .acceptEncoding).allSatisfy { ASCII.equalIgnoringCase($0, "identity") }
  }
}

/// One range of bytes as a request names it (RFC 9110 §14.1.2): `bytes=0-499`, `bytes=500-`, `bytes=-500`.
enum ByteRange: Equatable {
  case from(Int64, through: Int64?)
  case last(Int64)

  /// Reads the `Range` of a request. Returns nil unless there is one field with exactly one range of bytes.
  init?(_ headers: HTTPHeaders) {
    let values = headers.values(for: .range)
    guard values.count == 1 else { return nil }
    let sides = values[0].split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, ASCII.equalIgnoringCase(String(ASCII.trimmed(sides[0])), "bytes") else {
      return nil
    }
    let ends = ASCII.trimmed(sides[1]).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (nil, let last?) where ends[0].isEmpty: self = .last(last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    default: return nil
    }
  }

  /// The number, or the greatest one if it is greater: it is beyond the end of each representation.
  private static func number(_ text: Substring) -> Int64? {
    ASCII.isNumber(text) ? Int64(text) ?? .max : nil
  }

  /// Returns the bytes that the range selects from a representation of `length` bytes; nil if it selects no byte.
  func part(of length: Int64) -> ClosedRange<Int64>? {
    switch self {
    case .last(let count): count == 0 || length == 0 ? nil : max(0, length - count)...length - 1
    case .from(let first, let last): first < length ? first...min(last ?? .max, length - 1) : nil
    }
  }

  /// True if the part is what the range selects. If the length of the representation is unknown, the part's last byte is
  /// taken for its end where the range names none.
  func selects(_ part: ContentRange) -> Bool {
    guard let range = part.range else { return false }
    let end = if case .from(_, through: _?) = self { Int64.max } else { range.upperBound.saturatingSum(1) }
    return self.part(of: part.completeLength ?? end) == range
  }
}

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
