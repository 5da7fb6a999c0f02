/// Whether a stored response may be used for a request (RFC 9111 §4, §5.2.1).
enum ReuseDecision: Hashable, Sendable {
  /// As it is: it is fresh enough.
  case fresh
  /// Although it is stale, as the request allows.
  case stale
  /// Although it is stale, as the server allows while a new one is fetched.
  case staleWhileRevalidate
  /// Only after the server has confirmed it, for that reason.
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

  /// Whether it is older than the request wants. A reload (`max-age=0`) of what will not change while it is fresh is
  /// none (RFC 8246 §2).
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

  /// Whether a stored response may be used in place of an error (RFC 5861 §4): where the server or the request says so,
  /// and neither wants the server asked in any case.
  static func isAllowedOnError(_ head: CachedHead, for request: CacheControl, at now: Date) -> Bool {
    guard !head.control.mustRevalidate, !head.control.noCache, !request.noCache else { return false }
    let staleness = -head.freshness.remaining(at: now)
    return allows(head.control.staleIfError, staleness) || allows(request.staleIfError, staleness)
  }

  private static func allows(_ limit: Int?, _ staleness: TimeInterval) -> Bool {
    guard let limit else { return false }
    return limit >= CacheControl.unlimited ? true : staleness <= Double(limit)
  }
}
