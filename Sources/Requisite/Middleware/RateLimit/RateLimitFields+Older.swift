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
    let quota: HTTPHeaderName
    let remaining: HTTPHeaderName
    let reset: HTTPHeaderName
    let mayBeMoment: Bool
  }

  private static let spellings = [
    Spelling(
      quota: "RateLimit-Limit", remaining: .rateLimitRemaining, reset: "RateLimit-Reset", mayBeMoment: false),
    Spelling(
      quota: "X-RateLimit-Limit", remaining: .xRateLimitRemaining, reset: "X-RateLimit-Reset",
      mayBeMoment: true),
  ]

  /// The fields by which some servers name the part of what they offer that the quota is for: GitHub and Discord.
  private static let parts: [HTTPHeaderName] = ["X-RateLimit-Resource", "X-RateLimit-Bucket"]

  /// Seconds since 1970, in the year 2001: before any server of today.
  private static let firstMoment = 1_000_000_000
  /// Seconds since 1970, in the year 5138: beyond are milliseconds, or nonsense.
  private static let lastMoment = 100_000_000_000

  /// What is left, in the first spelling that can be read as a whole; nil where there is none.
  static func older(_ headers: HTTPHeaders, now: () -> Date) -> Limit? {
    let part = parts.lazy.compactMap { headers[$0] }.first { !$0.isEmpty && $0.utf8.count <= 100 }
    for spelling in spellings {
      guard let remaining = number(headers[spelling.remaining]), let reset = number(headers[spelling.reset]),
        let wait = wait(reset, spelling, headers, now)
      else { continue }
      return Limit(name: part ?? "", remaining: remaining, reset: .seconds(wait), isPart: part != nil)
    }
    return nil
  }

  /// The quota of a limit that was read in an older spelling; nil where the response does not say.
  static func olderQuota(_ headers: HTTPHeaders, of limit: Limit) -> Int? {
    guard headers[.rateLimit] == nil, headers[.rateLimitPolicy] == nil else { return nil }
    let spelling = spellings.first { number(headers[$0.remaining]) == limit.remaining }
    return spelling.flatMap { number(headers[$0.quota]) }
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

  /// Parses one number. Returns nil if the field is missing, repeated, or not a number of at most 15 digits.
  private static func number(_ value: String?) -> Int? {
    guard let text = value.map({ ASCII.trimmed($0[...]) }), (1...15).contains(text.utf8.count) else {
      return nil
    }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(text)
  }
}
