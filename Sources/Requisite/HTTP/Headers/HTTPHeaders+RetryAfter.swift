extension HTTPHeaders {
  // In seconds: some 30 years, beyond any use and far from an overflow.
  private static let longestWait = 1_000_000_000

  /// How long the server asks to be left alone, by `Retry-After` (RFC 9110 §10.2.3): a number of seconds, or an HTTP
  /// date in any of its three forms.
  ///
  /// A date is compared with the response's own `Date`, where there is one, so that a clock that is wrong on either side
  /// does not matter; else with `now`. A date that has passed is a wait of zero.
  ///
  /// - Returns: The wait; nil where there is no such field, or it is neither of the two forms.
  public func retryAfter(now: Date = Date()) -> Duration? {
    guard let value = self[.retryAfter] else { return nil }
    let text = ASCII.trimmed(value[...])
    if let seconds = Self.seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate(text, now: now)?.date else { return nil }
    let reference = self[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
    return .seconds(Swift.max(0, date.timeIntervalSince(reference)))
  }

  private static func seconds(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Swift.min(Int(text) ?? longestWait, longestWait)
  }
}
