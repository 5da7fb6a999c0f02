/// The part of a stored response that a request for one range of bytes selects (RFC 9110 §14.2).
enum RangeSelection: Equatable {
  /// A part of the body, for a 206.
  case part(Range<Int>)
  /// The whole body: the validator in `If-Range` is not that of the stored response, or the body is empty.
  case whole
  /// No part: the range begins after the end, for a 416.
  case unsatisfiable

  /// Selects from a stored response whose body has `count` bytes.
  ///
  /// Returns nil if the server has to be asked: for several ranges, a unit other than bytes, a malformed range, a status
  /// other than 200, and a body that is stored decoded, whose bytes are not those that the server counts.
  init?(_ request: HTTPHeaders, of head: CachedHead, count: Int) {
    let fields = request.values(for: .range)
    guard fields.count == 1, head.status == 200, !head.headers.contains(.contentEncoding),
      let range = ByteRange(fields[0])
    else { return nil }
    guard request.contains(.ifRange) else {
      self = range.selection(of: count)
      return
    }
    let conditions = request.values(for: .ifRange)
    guard conditions.count == 1 else { return nil }
    self = Self.matches(conditions[0], head) ? range.selection(of: count) : .whole
  }

  /// True if `If-Range` names the stored version: by strong comparison of entity tags, or by a date of the last change
  /// that is a strong validator (RFC 9110 §13.1.5, §8.8.2.2: at least a minute before `Date`).
  private static func matches(_ condition: String, _ head: CachedHead) -> Bool {
    if let tag = EntityTag(condition) { return !tag.isWeak && EntityTag(head.headers) == tag }
    let modified = head.headers.values(for: .lastModified)
    guard modified == [condition], let date = HTTPDate(condition)?.date,
      let made = head.headers[.date].flatMap({ HTTPDate($0)?.date })
    else { return false }
    return made.timeIntervalSince(date) >= 60
  }
}

/// One range of bytes as a request names it: `bytes=0-499`, `bytes=500-`, `bytes=-500`.
private enum ByteRange {
  case from(Int, through: Int?)
  case last(Int)

  /// Reads the value of `Range`. Returns nil if it is not exactly one range of bytes.
  init?(_ text: String) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, ASCII.equalIgnoringCase(String(ASCII.trimmed(sides[0])), "bytes") else {
      return nil
    }
    let ends = ASCII.trimmed(sides[1]).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (DeltaSeconds.value(ends[0]), DeltaSeconds.value(ends[1]))
    switch (first, last) {
    case (nil, let last?) where ends[0].isEmpty: self = .last(last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    default: return nil
    }
  }

  /// Returns the part of a body of `count` bytes that the range selects.
  func selection(of count: Int) -> RangeSelection {
    switch self {
    case .last(0): .unsatisfiable
    case .last(let length): count == 0 ? .whole : .part(count - min(length, count)..<count)
    case .from(let first, _) where first >= count: .unsatisfiable
    case .from(let first, let last): .part(first..<min(last ?? count - 1, count - 1) + 1)
    }
  }
}
