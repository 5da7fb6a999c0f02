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
}
