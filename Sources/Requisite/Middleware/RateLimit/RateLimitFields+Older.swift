/// The spellings that came before the structured fields, and are in wide use:
///
///     RateLimit-Limit: 100                 X-RateLimit-Limit: 60
///     RateLimit-Remaining: 12              X-RateLimit-Remaining: 0
///     RateLimit-Reset: 30                  X-RateLimit-Reset: 1377013266
///
/// Those without `X-` are of earlier versions of the draft, whose reset is a number of seconds from now. The others were
/// never written down: their reset is a number of seconds from now with some servers, and a moment, in seconds since
/// 1970, with others. No quota is reset in thirty years, so a number tells which of the two it is.
extension RateLimitFields {
  private struct Spelling {
    let remaining: HTTPHeaderName
    let reset: HTTPHeaderName
    let mayBeMoment: Bool
  }

  private static let spellings = [
    Spelling(remaining: .rateLimitRemaining, reset: "RateLimit-Reset", mayBeMoment: false),
    Spelling(remaining: .xRateLimitRemaining, reset: "X-RateLimit-Reset", mayBeMoment: true),
  ]

  /// By which some servers say that the quota is one of several, for a part of what they offer. Which calls it is for is
  /// not said, so it is of no account.
  private static let parts: [HTTPHeaderName] = [
    "X-RateLimit-Resource", "X-RateLimit-Bucket", "X-RateLimit-Scope",
  ]

  /// Seconds since 1970, in the year 2001: before any server of today.
  private static let firstMoment = 1_000_000_000
  /// Seconds since 1970, in the year 5138: beyond are milliseconds, or nonsense.
  private static let lastMoment = 100_000_000_000

  /// What is left, in the first spelling that can be read as a whole; nil where there is none.
  static func older(_ headers: HTTPHeaders, now: () -> Date) -> Limit? {
    guard !headers.contains(where: { parts.contains($0.name) }) else { return nil }
    for spelling in spellings {
      guard let remaining = number(headers[spelling.remaining]), let reset = number(headers[spelling.reset]),
        let wait = wait(reset, spelling, headers, now)
      else { continue }
      return Limit(name: "", remaining: remaining, reset: .seconds(wait))
    }
    return nil
  }

  private static func wait(
    _ reset: Int, _ spelling: Spelling, _ headers: HTTPHeaders, _ now: () -> Date
  ) -> Int? {
    if reset < firstMoment { return reset }
    guard spelling.mayBeMoment, reset < lastMoment else { return nil }
    let moment = now()
    let reference = headers[.date].flatMap { HTTPDate($0, now: moment)?.date } ?? moment
    return max(0, Int((Double(reset) - reference.timeIntervalSince1970).rounded(.up)))
  }

  /// A number and nothing else; what was repeated is none.
  private static func number(_ value: String?) -> Int? {
    guard let text = value.map({ ASCII.trimmed($0[...]) }), (1...15).contains(text.utf8.count) else {
      return nil
    }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(text)
  }
}
