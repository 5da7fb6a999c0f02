/// What a server says about its quotas: the fields `RateLimit` and `RateLimit-Policy`
/// (draft-ietf-httpapi-ratelimit-headers-10).
///
///     RateLimit-Policy: "burst";q=100;w=60, "daily";q=1000;w=86400
///     RateLimit: "burst";r=12;t=30
struct RateLimitFields: Equatable {
  /// The number of requests that are left of a quota.
  struct Limit: Equatable {
    let name: String
    let remaining: Int
    /// The time until the quota is whole again; nil if the server does not say.
    let reset: Duration?
    /// True if the name is that of a part of the server, so that the quota is for that part only.
    var isPart = false
  }

  /// The number of requests that a window of time allows.
  struct Policy: Equatable {
    let name: String
    let quota: Int
    let window: Duration?
  }

  let limits: [Limit]
  let policies: [Policy]

  /// Reads the fields. Returns nil if the response states no quota. The older spellings are read if the response has no
  /// structured fields. Malformed items are ignored, and so are policies in other units than requests, and their limits.
  init?(_ headers: HTTPHeaders, now: Date = Date()) {
    let (limit, policy) = (headers[.rateLimit], headers[.rateLimitPolicy])
    guard limit != nil || policy != nil else {
      guard let older = Self.older(headers, now: now) else { return nil }
      (limits, policies) = ([older], [])
      return
    }
    let stated = Self.items(policy)
    let others = Set(stated.filter { !$0.countsRequests }.map(\.name))
    limits = Self.items(limit).compactMap { item in
      guard !others.contains(item.name), let remaining = item.number("r") else { return nil }
      return Limit(
        name: item.name, remaining: Int(clamping: remaining), reset: item.number("t").map { .seconds($0) })
    }
    policies = stated.compactMap { item in
      guard let quota = item.number("q"), item.countsRequests else { return nil }
      return Policy(
        name: item.name, quota: Int(clamping: quota), window: item.number("w").map { .seconds($0) })
    }
  }

  /// The most items that are read of a field. A hostile server could send thousands; no real server needs more.
  private static let limitOfItems = 16

  private static func items(_ value: String?) -> [Item] {
    guard let value else { return [] }
    return HTTPQuoting.list(value).prefix(limitOfItems).compactMap(Item.init)
  }
}

/// A member of a list (RFC 9651 §3.1): a name and its parameters.
private struct Item {
  let name: String
  let parameters: [String: String]

  init?(_ text: Substring) {
    let item = HTTPQuoting.item(text)
    guard let name = HTTPQuoting.unquoted(item.value), !name.isEmpty else { return nil }
    self.name = name
    let pairs = item.parameters.compactMap(HTTPQuoting.parameter)
    // If a parameter is repeated, the last one counts (RFC 9651 §3.1.2).
    parameters = Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
  }

  /// True if the unit of the quota is requests, the default.
  var countsRequests: Bool { ["requests", nil].contains(parameters["qu"]) }

  func number(_ parameter: String) -> Int64? {
    parameters[parameter].flatMap { RateLimitFields.limited($0[...]) }
  }
}

/// The spellings that preceded the structured fields and are still in wide use:
///
///     RateLimit-Limit: 100                 X-RateLimit-Limit: 60
///     RateLimit-Remaining: 12              X-RateLimit-Remaining: 0
///     RateLimit-Reset: 30                  X-RateLimit-Reset: 1377013266
///
/// The fields without `X-` are those of earlier versions of the draft, whose reset is a number of seconds from now. The
/// fields with `X-` were never specified: their reset is a number of seconds from now with some servers, and seconds
/// since 1970 with others. No quota is reset in thirty years, so the size of the number decides which of the two it is.
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

  /// The fields in which some servers (GitHub and Discord) name the part of the server that the quota is for.
  private static let parts: [HTTPHeaderName] = ["X-RateLimit-Resource", "X-RateLimit-Bucket"]

  /// The smallest reset that is read as seconds since 1970: a time in the year 2001, before any reset of today.
  private static let firstMoment: Int64 = 1_000_000_000
  /// The limit of a reset in seconds since 1970, in the year 5138: a greater number is in milliseconds, or not a time.
  private static let lastMoment: Int64 = 100_000_000_000

  /// Returns the quota in the first spelling whose fields are complete; nil if no spelling is complete.
  static func older(_ headers: HTTPHeaders, now: Date) -> Limit? {
    let part = parts.lazy.compactMap { headers[$0] }.first { !$0.isEmpty && $0.utf8.count <= 100 }
    for spelling in spellings {
      guard let remaining = number(headers[spelling.remaining]), let reset = number(headers[spelling.reset]),
        let wait = wait(reset, spelling, headers, now)
      else { continue }
      return Limit(
        name: part ?? "", remaining: Int(clamping: remaining), reset: .seconds(wait), isPart: part != nil)
    }
    return nil
  }

  /// Returns the total of a quota that was read in an older spelling; nil if the response does not say.
  static func olderQuota(_ headers: HTTPHeaders, of limit: Limit) -> Int? {
    guard headers[.rateLimit] == nil, headers[.rateLimitPolicy] == nil else { return nil }
    let spelling = spellings.first {
      number(headers[$0.remaining]).map { Int(clamping: $0) } == limit.remaining
    }
    return spelling.flatMap { number(headers[$0.quota]) }.map { Int(clamping: $0) }
  }

  private static func wait(
    _ reset: Int64, _ spelling: Spelling, _ headers: HTTPHeaders, _ now: Date
  ) -> Int64? {
    if reset < firstMoment { return reset }
    guard spelling.mayBeMoment, reset < lastMoment else { return nil }
    let reference = headers[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
    return max(0, Int64((Double(reset) - reference.timeIntervalSince1970).rounded(.up)))
  }

  /// Parses one number. Returns nil if the field is missing, repeated, or not a number of at most 15 digits.
  private static func number(_ value: String?) -> Int64? {
    value.flatMap { limited(ASCII.trimmed($0[...])) }
  }

  /// Parses a non-negative number of at most the 15 digits that RFC 9651 §3.3.1 allows. Returns nil for any other text.
  fileprivate static func limited(_ text: Substring) -> Int64? {
    text.utf8.count <= 15 && ASCII.isNumber(text) ? Int64(text) : nil
  }
}
