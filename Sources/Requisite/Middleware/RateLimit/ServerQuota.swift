/// The quotas of a server as its responses state them: how many requests are left until when, and until when the server
/// wants no requests.
struct ServerQuota {
  /// The number of requests that each window of a quota allows, and its length.
  private struct Policy {
    let quota: Int
    let length: Duration
  }

  private struct Window {
    var remaining: Int
    var end: Duration
    /// The policy of the window after this one; nil if the server did not state it.
    var next: Policy?
    /// The part of the server that the window is for; nil for the whole server.
    var part: String?

    /// Returns this window, or the next one if this one is over; nil if it is over and the server stated no policy.
    func current(at now: Duration) -> Window? {
      guard now >= end else { return self }
      guard let next else { return nil }
      return Window(remaining: next.quota, end: now + next.length, next: next, part: part)
    }

    /// True if the window limits the requests for this part.
    func holds(for other: String?) -> Bool { part == nil || part == other }
  }

  private var windows: [String: Window] = [:]
  private var closedUntil: Duration = .zero
  /// When the server last stated something.
  private var lastStatement: Duration = .zero

  /// Returns the time until the next request for a part of the server may be sent.
  func wait(at now: Duration, for part: String? = nil) -> Duration {
    windows.values.reduce(max(.zero, closedUntil - now)) { longest, window in
      guard window.holds(for: part), let current = window.current(at: now), current.remaining <= 0 else {
        return longest
      }
      return max(longest, current.end - now)
    }
  }

  /// Counts a request for a part of the server, which is sent now.
  mutating func take(at now: Duration, for part: String? = nil) {
    guard !windows.isEmpty else { return }
    windows = windows.compactMapValues { $0.current(at: now) }
    for (name, window) in windows where window.holds(for: part) { windows[name]?.remaining -= 1 }
  }

  /// Delays all calls for the duration that the server asked for.
  mutating func close(for duration: Duration, at now: Duration) {
    closedUntil = max(closedUntil, now + duration.bounded)
    lastStatement = now
  }

  /// Updates the quotas with what a response states.
  ///
  /// - Parameters:
  ///   - sent: The time at which its request was sent. The statement was true at some time between then and now.
  ///   - now: The current time.
  mutating func note(_ fields: RateLimitFields, sent: Duration, at now: Duration) {
    lastStatement = now
    var policies: [String: Policy] = [:]
    for policy in fields.policies {
      guard let window = policy.window, window > .zero, policy.quota > 0 else { continue }
      policies[policy.name] = Policy(quota: policy.quota, length: window)
    }
    windows = windows.filter { $0.value.end > now || $0.value.next != nil }
    for limit in fields.limits { note(limit, policies[limit.name], sent: sent, at: now) }
    for (name, policy) in policies where hasRoom(for: name) && windows[name] == nil {
      windows[name] = Window(remaining: policy.quota - 1, end: now + policy.length, next: policy)
    }
  }

  private mutating func note(
    _ limit: RateLimitFields.Limit, _ policy: Policy?, sent: Duration, at now: Duration
  ) {
    // A part can have the name of a policy.
    let name = limit.isPart ? "part \(limit.name)" : limit.name
    let policy = policy ?? windows[name]?.next
    guard let reset = limit.reset ?? policy?.length, hasRoom(for: name) else { return }
    var window = Window(
      remaining: limit.remaining, end: now + reset, next: policy, part: limit.isPart ? limit.name : nil)
    // A window that surely ends before the known one is another quota, of which the server did not say the name.
    let isOther = windows[name].map { now + reset + Self.tolerance < $0.end } ?? false
    let key = isOther ? "\(name) first" : name
    // The server has not counted requests that are still on their way, and a response may arrive after later ones. So the
    // lower number counts within one window. The response is about the known window if its own may end before that.
    if let known = windows[key], known.end > now, sent + reset <= known.end + Self.tolerance {
      window.remaining = min(window.remaining, known.remaining)
      window.end = known.end
    }
    windows[key] = window
  }

  private func hasRoom(for name: String) -> Bool {
    windows[name] != nil || windows.count < Self.limitOfWindows
  }

  /// The most windows that are stored: more than any server has. A server that invents names must not fill the memory.
  private static let limitOfWindows = 32

  /// The longest error of a reset, because servers round to whole seconds.
  private static let tolerance = Duration.seconds(1)

  /// How long a statement counts at least. A server that states times far away must not fill the memory.
  private static let longestMemory = Duration.seconds(86_400)

  /// True if no window is running and the server accepts requests, or its last statement is a day old: the state can then
  /// be discarded, and the server states its limits again with the next response.
  func isBlank(at now: Duration) -> Bool {
    now - lastStatement >= Self.longestMemory
      || (closedUntil <= now && windows.values.allSatisfy { $0.end <= now })
  }
}

/// The part of a server that each path belongs to, if the server has a quota for each part. GitHub names the part in
/// `X-RateLimit-Resource`, with each response.
///
/// The first two segments of a path decide, then the first one: `/search/code` and `/search/issues` may be two parts,
/// while all of `/repos` is one. A path that is not known yet counts as `core`, GitHub's name for everything else; if the
/// server never named that part, the path belongs to no part.
struct QuotaParts: Sendable {
  private static let remainder = "core"
  /// The most prefixes of paths that are stored. A server that invents names must not fill the memory.
  private static let limit = 256

  private var parts: [Substring: String] = [:]
  private var hasRemainder = false

  /// Records the part that the response to a request for a path named.
  mutating func note(_ part: String, of path: Substring) {
    hasRemainder = hasRemainder || part == Self.remainder
    for prefix in Self.prefixes(of: path) where parts[prefix] != nil || parts.count < Self.limit {
      parts[prefix] = part
    }
  }

  /// Returns the part that a path belongs to; nil if it is not known.
  func part(of path: Substring) -> String? {
    guard !parts.isEmpty else { return nil }
    for prefix in Self.prefixes(of: path) {
      if let part = parts[prefix] { return part }
    }
    return hasRemainder ? Self.remainder : nil
  }

  /// Returns the first two segments of a path, and the first one.
  private static func prefixes(of path: Substring) -> [Substring] {
    let segments = path.split(separator: "/", maxSplits: 2)
    guard let first = segments.first else { return [path.prefix(1)] }
    let whole = path[..<(segments.dropFirst().first ?? first).endIndex]
    return [whole, path[..<first.endIndex]]
  }
}

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
      limits = [older]
      policies = []
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
