/// What a cache did with a call, and why.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// print(response.cacheDecision?.outcome ?? .bypass)   // hit
/// ```
/// The same stands in the response's `Cache-Status` field (RFC 9211).
public struct CacheDecision: Sendable, Hashable {
  /// What was done.
  public enum Outcome: String, Sendable {
    /// A fresh response was there; the server was not asked.
    case hit
    /// The server was asked whether the stored response is still good, and it is.
    case revalidated
    /// The response came from the server; or none did, because only a stored one was wanted.
    case miss
    /// A stale response was used, because somebody allows it.
    case stale
    /// The call is none for a cache.
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
    /// The status is none to keep.
    case status
    /// The response is good for one request only (`Vary: *`).
    case variesByAll
    /// It is the response of another URL, to which a redirect led.
    case redirected
    /// It is larger than the store takes.
    case tooLarge
    /// What it tells of was changed by another call while it was on its way.
    case invalidated
    /// The store failed, with that description.
    case failed(String)
  }

  /// What was done.
  public var outcome: Outcome
  /// Why.
  public var reason: Reason
  /// Whether the response of the server is stored now; one that is streamed will be when it has been read to its end.
  public var isStored = false
  /// Why the response of the server is not stored; nil where it is, or there is none.
  public var refusal: Refusal?
  /// The status that the server answered with, where it was asked and answered.
  public var forwardedStatus: Int?
  /// How old the response is, in seconds; nil where nothing stored was used.
  public var age: Int?
  /// For how many more seconds the response is fresh; negative for how long it has been stale. nil where nothing is
  /// stored.
  public var timeToLive: Int?

  /// Makes a decision.
  public init(_ outcome: Outcome, _ reason: Reason) {
    self.outcome = outcome
    self.reason = reason
  }
}
