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

  init(of head: CachedHead, for request: CacheControl, at now: Date) {
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
  private static func isTooOld(_ head: CachedHead, _ age: TimeInterval, for request: CacheControl) -> Bool {
    guard let maxAge = request.maxAge, age >= Double(maxAge) else { return false }
    return !(maxAge == 0 && head.control.isImmutable && age < head.freshness.lifetime)
  }

  private static func whenStale(
    _ head: CachedHead, for staleness: TimeInterval, _ request: CacheControl
  ) -> ReuseDecision {
    if head.control.mustRevalidate { return .afterRevalidation(.stale) }
    if allows(request.maxStale, staleness) { return .stale }
    if allows(head.control.staleWhileRevalidate, staleness) { return .staleWhileRevalidate }
    return .afterRevalidation(.stale)
  }

  /// True if a stored response may be used instead of an error (RFC 5861 §4): if the server or the request allows it, and
  /// neither requires the server to be asked in any case.
  static func isAllowedOnError(_ head: CachedHead, for request: CacheControl, at now: Date) -> Bool {
    guard !head.control.mustRevalidate, !head.control.noCache, !request.noCache else { return false }
    let staleness = -head.freshness.remaining(at: now)
    return allows(head.control.staleIfError, staleness) || allows(request.staleIfError, staleness)
  }

  private static func allows(_ limit: Int64?, _ staleness: TimeInterval) -> Bool {
    guard let limit else { return false }
    return limit >= DeltaSeconds.unlimited ? true : staleness <= Double(limit)
  }
}
