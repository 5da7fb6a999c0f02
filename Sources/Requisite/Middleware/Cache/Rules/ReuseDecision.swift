/// Whether a stored response may answer a request (RFC 9111 §4, §5.2.1).
enum ReuseDecision: Hashable, Sendable {
  /// It may, because it is fresh enough.
  case fresh
  /// It may although it is stale, because the request allows it.
  case stale
  /// It may although it is stale, because the server allows it while a new response is fetched.
  case staleWhileRevalidate
  /// It may only after the server has confirmed it, for this reason.
  case afterRevalidation(CacheDecision.Reason)

  init(of head: CachedResponse.Head, for request: CacheControl, at now: Date) {
    let age = head.freshness.age(at: now)
    let remaining = head.freshness.lifetime - age
    if head.control.noCache {
      self = .afterRevalidation(.noCache)
    } else if request.noCache || Self.isTooOld(head, age, for: request) {
      self = .afterRevalidation(.requestDirective)
    } else if let wanted = request.minFresh, remaining < Double(wanted) {
      self = .afterRevalidation(remaining > 0 ? .requestDirective : .stale)
    } else if remaining > 0 {
      self = .fresh
    } else {
      self = Self.whenStale(head, for: -remaining, request)
    }
  }

  /// True if the response is older than the request accepts. A reload (`max-age=0`) does not apply to an immutable
  /// response while it is fresh (RFC 8246 §2).
  private static func isTooOld(_ head: CachedResponse.Head, _ age: TimeInterval, for request: CacheControl)
    -> Bool
  {
    guard let maxAge = request.maxAge, age >= Double(maxAge) else { return false }
    return !(maxAge == 0 && head.control.isImmutable && age < head.freshness.lifetime)
  }

  private static func whenStale(
    _ head: CachedResponse.Head, for staleness: TimeInterval, _ request: CacheControl
  ) -> ReuseDecision {
    if head.control.mustRevalidate { return .afterRevalidation(.stale) }
    if allows(request.maxStale, staleness) { return .stale }
    if allows(head.control.staleWhileRevalidate, staleness) { return .staleWhileRevalidate }
    return .afterRevalidation(.stale)
  }

  /// True if a stored response may be used instead of an error (RFC 5861 §4): if the server or the request allows it, and
  /// neither requires the server to be asked in any case.
  static func isAllowedOnError(_ head: CachedResponse.Head, for request: CacheControl, at now: Date) -> Bool {
    guard !head.control.mustRevalidate, !head.control.noCache, !request.noCache else { return false }
    let staleness = -head.freshness.remaining(at: now)
    return allows(head.control.staleIfError, staleness) || allows(request.staleIfError, staleness)
  }

  private static func allows(_ limit: Int64?, _ staleness: TimeInterval) -> Bool {
    guard let limit else { return false }
    return limit >= DeltaSeconds.unlimited ? true : staleness <= Double(limit)
  }
}

/// How long a response is fresh, and how old it was when it arrived (RFC 9111 §4.2): the values that do not change while
/// it is stored. All times are in seconds.
struct Freshness: Hashable, Sendable, Codable {
  /// The time for which the response is fresh after it was made.
  var lifetime: TimeInterval
  /// Whether the lifetime is heuristic (§4.2.2).
  var isHeuristic = false
  /// The age of the response when it arrived.
  var initialAge: TimeInterval
  /// The time at which the response arrived, by this machine's clock.
  var received: Date

  /// Returns the age of the response (§4.2.3).
  ///
  /// If the clock was set back to before the time of receipt, the age is unknown and counts as infinite, so that the
  /// server is asked. One second is tolerated, because clocks are adjusted.
  func age(at now: Date) -> TimeInterval {
    let resident = now.timeIntervalSince(received)
    guard resident >= -1 else { return .infinity }
    return initialAge + max(0, resident)
  }

  /// Returns for how much longer the response is fresh; negative if it is stale.
  func remaining(at now: Date) -> TimeInterval { lifetime - age(at: now) }
}

extension Freshness {
  /// Creates the freshness of a response to a request that was sent at `sent` and answered at `received`.
  init(
    status: Int, headers: HTTPHeaders, control: CacheControl, sent: Date, received: Date, policy: CachePolicy
  ) {
    let generatedAt = Self.date(headers, .date, at: received) ?? received
    let explicit = Self.explicitLifetime(headers, control: control, generatedAt: generatedAt, at: received)
    let heuristic =
      explicit == nil
      ? Self.heuristicLifetime(
        status, headers, control: control, generatedAt: generatedAt, at: received, policy: policy)
      : nil
    self.init(
      lifetime: explicit ?? heuristic ?? 0, isHeuristic: heuristic != nil,
      initialAge: Self.initialAge(
        ageValue: Self.ageValue(headers), generatedAt: generatedAt, sent: sent, received: received),
      received: received)
  }

  /// Returns the `corrected_initial_age` of RFC 9111 §4.2.3.
  static func initialAge(ageValue: Int64, generatedAt: Date, sent: Date, received: Date) -> TimeInterval {
    let apparentAge = max(0, received.timeIntervalSince(generatedAt))
    let responseDelay = max(0, received.timeIntervalSince(sent))
    return max(apparentAge, Double(ageValue) + responseDelay)
  }

  /// Returns the value of `Age`, the first one if there are several; 0 if it is missing or malformed, which §5.1 says to ignore.
  static func ageValue(_ headers: HTTPHeaders) -> Int64 {
    guard let value = headers.values(for: .age).first else { return 0 }
    let first = value.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return DeltaSeconds.value(ASCII.trimmed(first)) ?? 0
  }

  /// Returns the lifetime that the server states: `max-age`, else `Expires` minus `Date` (§4.2.1); nil without either. An
  /// `Expires` that is not a date counts as one in the past (§5.3), and so do several that differ.
  static func explicitLifetime(
    _ headers: HTTPHeaders, control: CacheControl, generatedAt: Date, at now: Date
  ) -> TimeInterval? {
    if let maxAge = control.maxAge { return Double(maxAge) }
    guard headers.contains(.expires) else { return nil }
    return date(headers, .expires, at: now).map { max(0, $0.timeIntervalSince(generatedAt)) } ?? 0
  }

  /// Returns a heuristic lifetime (§4.2.2): by default a tenth of the time since the last change, up to a limit. Returns
  /// nil if the RFC allows no heuristic for the status, or if the time of the last change is unknown.
  static func heuristicLifetime(
    _ status: Int, _ headers: HTTPHeaders, control: CacheControl, generatedAt: Date, at now: Date,
    policy: CachePolicy
  ) -> TimeInterval? {
    guard control.isPublic || CacheableStatus.allowsHeuristics(status),
      let modified = date(headers, .lastModified, at: now)
    else { return nil }
    let heuristic = generatedAt.timeIntervalSince(modified) * policy.heuristicFraction
    return min(max(0, heuristic), policy.heuristicLimit / .seconds(1))
  }

  /// Returns the date of a field that appears once, or several times with one value; otherwise nil.
  static func date(_ headers: HTTPHeaders, _ name: HTTPHeaderName, at now: Date) -> Date? {
    var (count, found): (Int, HTTPDate?) = (0, nil)
    headers.forEachValue(of: name) { value in
      count += 1
      found = HTTPDate(bytes: value, now: now)
    }
    // Nearly always.
    if count == 1, let found { return found.date }
    let values = headers.values(for: name)
    guard let text = values.first, values.allSatisfy({ $0 == text }) else { return nil }
    return (HTTPDate(text, now: now) ?? HTTPDate(capitalized(text), now: now))?.date
  }

  /// Returns the text with its names in the letter case of dates, because a cache compares them without regard to case
  /// (RFC 9111 §4.2).
  private static func capitalized(_ text: String) -> String {
    var isInWord = false
    let bytes = ASCII.lowercased(text).utf8.map { byte -> UInt8 in
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      defer { isInWord = isLetter }
      return isLetter && !isInWord ? byte - 0x20 : byte
    }
    let capitalized = String(decoding: bytes, as: UTF8.self)
    return capitalized.hasSuffix(" Gmt") ? String(capitalized.dropLast(3)) + "GMT" : capitalized
  }
}
