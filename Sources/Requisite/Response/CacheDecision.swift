/// What a cache did with a call, and why.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// print(response.cacheDecision?.outcome ?? .bypass)   // hit
/// ```
/// The response's `Cache-Status` field carries the decision as well (RFC 9211).
public struct CacheDecision: Sendable, Hashable {
  /// What the cache did with the call.
  public enum Outcome: String, Sendable {
    /// The cache answered with a fresh stored response; the server was not asked.
    case hit
    /// The server confirmed that the stored response is still valid.
    case revalidated
    /// The server sent the response; or the status is 504, because the call wanted only a stored response and none was
    /// usable.
    case miss
    /// The cache answered with a stale response, as the request or the server allows.
    case stale
    /// The cache passed the request on, and does not store the response.
    case bypass
  }

  /// The reason for an outcome.
  public enum Reason: String, Sendable {
    /// The stored response is fresh.
    case fresh
    /// No response is stored for the URL, or the store failed.
    case notStored = "not-stored"
    /// The responses stored for the URL answer other requests (`Vary`).
    case otherVariant = "other-variant"
    /// The stored response is no longer fresh.
    case stale
    /// The server requires revalidation before each use (`no-cache`).
    case noCache = "no-cache"
    /// The request demands revalidation or a fresher response (`no-cache`, `max-age`, `min-fresh`, …).
    case requestDirective = "request-directive"
    /// The call wanted only a stored response and none was usable: the status is 504.
    case onlyIfCached = "only-if-cached"
    /// The request accepts stale responses (`max-stale`).
    case maxStale = "max-stale"
    /// The server allows a stale response while a new one is fetched (`stale-while-revalidate`).
    case staleWhileRevalidate = "stale-while-revalidate"
    /// The server failed or could not be reached, and a stale response is allowed in that case (`stale-if-error`).
    case staleIfError = "stale-if-error"
    /// The method is not `GET` or `HEAD`.
    case method
    /// The request has a condition, or a range that the cache cannot answer.
    case conditional
    /// The request has a body, or a user name in its URL.
    case uncacheableRequest = "uncacheable-request"
    /// An authenticator inside the cache does not say whose credential it adds (``Authenticator/identity(of:)``), or the stored
    /// response depends on a credential (`Vary`) that the cache does not see.
    case unknownUser = "unknown-user"
  }

  /// The reason why a response was not stored.
  public enum Refusal: Sendable, Hashable {
    /// The request forbids storing (`no-store`).
    case requestNoStore
    /// The response forbids storing (`no-store`).
    case noStore
    /// Responses with this status are not stored, or only with a lifetime, which this response lacks.
    case status
    /// The response answers no other request (`Vary: *`).
    case variesByAll
    /// The response may answer another request: a redirect led to it, or a layer inside the cache changed the method or URL.
    case redirected
    /// It is not known what was sent for the response: no ``TerminalTransport`` sent the request of the call, or not for a
    /// response of this status.
    case unknownRequest
    /// The request was sent with a credential or cookie of another user than the cache expected, or of a layer inside that
    /// it does not see.
    case unknownUser
    /// A layer inside the cache changed a field of the request that may tell users apart, or that `Vary` names.
    case addedField(HTTPHeaderName)
    /// The response is larger than the store accepts.
    case tooLarge
    /// Another call changed the resource while the response was on its way.
    case invalidated
    /// The store failed, or the body is incomplete; the text describes the failure.
    case failed(String)
  }

  /// What the cache did with the call.
  public var outcome: Outcome
  /// The reason for the outcome.
  public var reason: Reason
  /// True if the server's response is stored. True for a streamed response as well, which the cache stores when it has
  /// been read to its end: that a store fails then, as on a full disk, is not known when the response is received.
  public var isStored = false
  /// The reason why the server's response is not stored; nil if it is, or if no response came. For a request that the cache
  /// passed on, the failure to remove the responses that the request made outdated; nil otherwise.
  public var refusal: Refusal?
  /// The status of the server's response; nil if the cache did not ask the server, no response came, or the cache
  /// passed on a request with a safe method.
  public var forwardedStatus: Int?
  /// The age of the stored response, in seconds; nil if none was used.
  public var age: Int64?
  /// The seconds until the response becomes stale, or since then as a negative number; nil if the response is not
  /// stored.
  public var timeToLive: Int64?

  /// Makes a decision. The other properties are false or nil.
  public init(_ outcome: Outcome, _ reason: Reason) {
    self.outcome = outcome
    self.reason = reason
  }
}

extension CacheDecision: CustomStringConvertible {
  /// What was found, and whether the server's response was kept, such as `miss (nothing stored), now stored` or
  /// `miss (nothing stored), not stored: no-store`.
  public var description: String {
    let found = reason == .notStored ? "nothing stored" : reason.rawValue
    let kept = isStored ? ", now stored" : refusal.flatMap { _ in detail }.map { ", not stored: \($0)" } ?? ""
    return "\(outcome.rawValue) (\(found))\(kept)"
  }

  /// The value of the `Cache-Status` field (RFC 9211 §2) for a cache of that name.
  public func cacheStatus(name: String) -> String {
    var text = StatusText(name)
    if isHit { text.add("; hit") } else if let forward { text.add("; fwd=", forward) }
    if let forwardedStatus, !isHit { text.add("; fwd-status=", String(forwardedStatus)) }
    if let timeToLive { text.add("; ttl=", String(timeToLive)) }
    if isStored { text.add("; stored") }
    if let detail { text.add("; detail=", detail) }
    return text.string
  }

  /// The text of the field as bytes, because adding to a string takes several times as long.
  private struct StatusText {
    private var bytes: [UInt8] = []

    init(_ name: String) {
      // Enough for most, so that no addition has to move the bytes.
      bytes.reserveCapacity(name.utf8.count + 64)
      bytes += name.utf8
    }

    mutating func add(_ text: StaticString, _ value: String = "") {
      bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      value.withBytes { bytes += $0 }
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// True if the response is a stored one, and its use did not wait for the server.
  private var isHit: Bool {
    outcome == .hit || outcome == .stale && reason != .staleIfError
  }

  /// The reason why the request went to the server (§2.2); nil if it did not.
  private var forward: String? {
    switch reason {
    case .notStored: "uri-miss"
    case .otherVariant: "vary-miss"
    case .stale, .noCache, .staleIfError: "stale"
    case .requestDirective: "request"
    case .method: "method"
    case .conditional, .uncacheableRequest, .unknownUser: "bypass"
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
    case (.unknownRequest?, _): "unknown-request"
    case (.unknownUser?, _): "unknown-user"
    case (.addedField?, _): "added-field"
    case (.tooLarge?, _): "too-large"
    case (.invalidated?, _): "invalidated"
    case (.failed?, _): "store-failed"
    case (nil, .maxStale), (nil, .staleWhileRevalidate), (nil, .staleIfError), (nil, .onlyIfCached),
      (nil, .conditional), (nil, .uncacheableRequest), (nil, .unknownUser):
      reason.rawValue
    default: nil
    }
  }
}
