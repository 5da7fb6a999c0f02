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
