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
    guard head.status == 200, !head.headers.contains(.contentEncoding), let range = ByteRange(request) else {
      return nil
    }
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

extension ByteRange {
  /// Returns the part of a body of `count` bytes that the range selects.
  fileprivate func selection(of count: Int) -> RangeSelection {
    if count == 0, case .last(1...) = self { return .whole }
    return part(of: Int64(count)).map { RangeSelection.part(Int($0.lowerBound)..<Int($0.upperBound) + 1) }
      ?? .unsatisfiable
  }
}
