extension CacheDecision: CustomStringConvertible {
  /// Outcome and reason, as in `miss (not-stored)`.
  public var description: String { "\(outcome.rawValue) (\(reason.rawValue))" }

  /// The value of `Cache-Status` (RFC 9211 §2) for a cache of that name.
  public func cacheStatus(name: String) -> String {
    var text = name
    text += isHit ? "; hit" : forward.map { "; fwd=\($0)" } ?? ""
    if let forwardedStatus, !isHit { text += "; fwd-status=\(forwardedStatus)" }
    if let timeToLive { text += "; ttl=\(timeToLive)" }
    if isStored { text += "; stored" }
    if let detail { text += "; detail=\(detail)" }
    return text
  }

  /// Whether the response is a stored one for which nobody was asked.
  private var isHit: Bool {
    outcome == .hit || outcome == .stale && reason != .staleIfError
  }

  /// Why the request went on (§2.2); nil where it did not.
  private var forward: String? {
    switch reason {
    case .notStored: "uri-miss"
    case .otherVariant: "vary-miss"
    case .stale, .noCache, .staleIfError: "stale"
    case .requestDirective: "request"
    case .method: "method"
    case .conditional, .uncacheableRequest: "bypass"
    case .fresh, .maxStale, .staleWhileRevalidate, .onlyIfCached: nil
    }
  }

  private var detail: String? {
    switch (refusal, reason) {
    case (.requestNoStore?, _): "request-no-store"
    case (.noStore?, _): "no-store"
    case (.status?, _): "status"
    case (.variesByAll?, _): "vary-all"
    case (.redirected?, _): "redirected"
    case (.tooLarge?, _): "too-large"
    case (.invalidated?, _): "invalidated"
    case (.failed?, _): "store-failed"
    case (nil, .maxStale), (nil, .staleWhileRevalidate), (nil, .staleIfError), (nil, .onlyIfCached),
      (nil, .conditional), (nil, .uncacheableRequest):
      reason.rawValue
    default: nil
    }
  }
}
