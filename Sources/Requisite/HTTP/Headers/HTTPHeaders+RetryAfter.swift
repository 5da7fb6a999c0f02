extension HTTPHeaders {
  // In seconds. Some 30 years: longer than anyone waits, and far from an overflow.
  private static let longestWait: Int64 = 1_000_000_000

  /// The time that the server asks clients to wait, from `Retry-After` (RFC 9110 §10.2.3): a number of seconds, or an HTTP
  /// date in any of its three formats.
  ///
  /// A date is compared with the response's `Date` field, so that a wrong clock on either side does not matter; without
  /// that field, with `now`. A date in the past is a wait of zero.
  ///
  /// - Returns: The wait; nil if the field is missing or malformed.
  public func retryAfter(now: Date = Date()) -> Duration? {
    guard let value = self[.retryAfter] else { return nil }
    let text = ASCII.trimmed(value[...])
    if let seconds = Self.seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate(text, now: now)?.date else { return nil }
    let reference = self[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
    return .seconds(Swift.max(0, date.timeIntervalSince(reference)))
  }

  private static func seconds(_ text: Substring) -> Int64? {
    guard ASCII.isNumber(text) else { return nil }
    return Swift.min(Int64(text) ?? longestWait, longestWait)
  }
}
