/// What a cache did with a call, and why.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// print(response.cacheDecision?.outcome ?? .bypass)   // hit
/// ```
/// The response's `Cache-Status` field says the same (RFC 9211).
public struct CacheDecision: Sendable, Hashable {
  /// What the cache did with the call.
  public enum Outcome: String, Sendable {
    /// A fresh response was there; the server was not asked.
    case hit
    /// The server was asked whether the stored response is still good, and it is.
    case revalidated
    /// The response came from the server, or is a 504 because only a stored one was wanted.
    case miss
    /// A stale response was used, as the request or the server allows.
    case stale
    /// The call cannot use a cache.
    case bypass
  }

  /// Why it was done.
  public enum Reason: String, Sendable {
    /// The stored response is fresh.
    case fresh
    /// Nothing is stored for the URL.
    case notStored = "not-stored"
    /// What is stored for the URL answers other requests (`Vary`).
    case otherVariant = "other-variant"
    /// What is stored is no longer fresh.
    case stale
    /// The server wants to be asked each time (`no-cache`).
    case noCache = "no-cache"
    /// The request wants the server to be asked, or something fresher (`no-cache`, `max-age`, `min-fresh`, …).
    case requestDirective = "request-directive"
    /// Only a stored response was wanted and none can be used: the status is 504.
    case onlyIfCached = "only-if-cached"
    /// The request takes stale responses (`max-stale`).
    case maxStale = "max-stale"
    /// The server allows a stale response while a new one is fetched (`stale-while-revalidate`).
    case staleWhileRevalidate = "stale-while-revalidate"
    /// The server could not be reached or failed, and a stale response is allowed then (`stale-if-error`).
    case staleIfError = "stale-if-error"
    /// The method is not `GET` or `HEAD`.
    case method
    /// The request has a condition or a range of its own.
    case conditional
    /// The request has a body, or a user name in its URL.
    case uncacheableRequest = "uncacheable-request"
  }

  /// Why a response was not stored.
  public enum Refusal: Sendable, Hashable {
    /// The request forbids it (`no-store`).
    case requestNoStore
    /// The response forbids it (`no-store`).
    case noStore
    /// Responses with this status are not stored.
    case status
    /// The response is good for one request only (`Vary: *`).
    case variesByAll
    /// It is the response of another URL, to which a redirect led.
    case redirected
    /// It is larger than the store takes.
    case tooLarge
    /// Another call changed the resource while the response was on its way.
    case invalidated
    /// The store failed, with that description.
    case failed(String)
  }

  /// What the cache did with the call.
  public var outcome: Outcome
  /// Why the cache did it.
  public var reason: Reason
  /// Whether the response of the server is stored now; one that is streamed will be when it has been read to its end.
  public var isStored = false
  /// Why the response of the server is not stored; nil if it is, or no response came.
  public var refusal: Refusal?
  /// The status that the server answered with, where it was asked and answered.
  public var forwardedStatus: Int?
  /// How old the response is, in seconds; nil if no stored response was used.
  public var age: Int?
  /// For how many more seconds the response is fresh; negative for how long it has been stale. nil where nothing is
  /// stored.
  public var timeToLive: Int?

  /// Makes a decision; the other properties start empty.
  public init(_ outcome: Outcome, _ reason: Reason) {
    self.outcome = outcome
    self.reason = reason
  }
}

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

  /// True if the response is a stored one and the server was not asked.
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
