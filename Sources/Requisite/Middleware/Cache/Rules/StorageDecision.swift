/// Decides whether an exchange may be stored, and which parts of it (RFC 9111 §3).
enum StorageDecision {
  /// The decision on a response.
  enum Verdict: Sendable {
    case store(CachedResponse.Head)
    case refuse(CacheDecision.Refusal)
  }

  /// Decides whether the response of an exchange is stored, given the directives of the request.
  static func verdict(
    _ exchange: CachedExchange, under key: CachedResponse.Key, request: CacheControl, policy: CachePolicy
  ) -> Verdict {
    let control = CacheControl(exchange.headers)
    if let refusal = refusal(of: exchange.status, exchange.headers, control: control, request: request) {
      return .refuse(refusal)
    }
    return head(exchange, under: key, policy: policy, control).map(Verdict.store) ?? .refuse(.variesByAll)
  }

  /// Returns the reason why the exchange must not be stored; nil if it may be stored.
  static func refusal(
    of status: Int, _ headers: HTTPHeaders, control: CacheControl, request: CacheControl
  ) -> CacheDecision.Refusal? {
    if request.noStore { return .requestNoStore }
    guard CacheableStatus.isKept(status) else { return .status }
    if control.mustUnderstand {
      guard CacheableStatus.isUnderstood(status) else { return .status }
    } else if control.noStore {
      return .noStore
    }
    let isExplicit =
      control.isPublic || control.isPrivate || control.maxAge != nil || headers.contains(.expires)
    return isExplicit || CacheableStatus.allowsHeuristics(status) ? nil : .status
  }

  /// Returns the head to store; nil if `Vary` is `*` or malformed.
  static func head(
    _ exchange: CachedExchange, under key: CachedResponse.Key, policy: CachePolicy,
    _ control: CacheControl? = nil
  ) -> CachedResponse.Head? {
    let control = control ?? CacheControl(exchange.headers)
    guard let varying = VaryingFields(vary: exchange.headers, request: exchange.request) else { return nil }
    let freshness = Freshness(
      status: exchange.status, headers: exchange.headers, control: control, sent: exchange.sent,
      received: exchange.received, policy: policy)
    let headers = storable(exchange.headers, control, received: exchange.received)
    return CachedResponse.Head(
      key: key, varying: varying, status: exchange.status, headers: headers, freshness: freshness,
      control: headers.contains(.cacheControl) ? control : nil)
  }

  /// Returns the fields without those that belong to one connection (§3.1) and those that `no-cache` names, with the time
  /// of receipt as `Date` if the server sent none (RFC 9110 §6.6.1).
  private static func storable(
    _ headers: HTTPHeaders, _ control: CacheControl, received: Date
  ) -> HTTPHeaders {
    var stored = headers
    let named = named(by: headers).union(control.noCacheFields)
    if !named.isEmpty { stored.remove(Array(named)) }
    stored.remove(connectionFields)
    if !stored.contains(.date) { stored.append(HTTPHeader(.date, HTTPDate(received).description)) }
    stored.compact()
    return stored
  }

  /// The fields that `Connection` names.
  static func named(by headers: HTTPHeaders) -> Set<HTTPHeaderName> {
    guard headers.contains(.connection) else { return [] }
    let names = headers.values(for: .connection).flatMap { HTTPQuoting.list($0) }
    return Set(names.map { HTTPHeaderName(String($0)) })
  }

  static let connectionFields: [HTTPHeaderName] = [
    .connection, .keepAlive, .proxyAuthenticate, .proxyAuthorization, "Proxy-Authentication-Info",
    "Proxy-Connection", .te, .trailer, .transferEncoding, .upgrade,
  ]
}

/// The parts of an exchange with the server that a cache needs.
struct CachedExchange: Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// The header fields of the request, as the caller set them.
  var request: HTTPHeaders
  /// The time at which the request was sent.
  var sent: Date
  /// The time at which the head of the response arrived.
  var received: Date
}

/// The rules of a cache about statuses.
enum CacheableStatus {
  /// True if a response of this status may be stored with a heuristic lifetime (RFC 9110 §15.1). The RFC also lists 206,
  /// but this cache stores no parts.
  static func allowsHeuristics(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// True if a response of this status may be stored at all, if the server allows it (RFC 9111 §3): a final one that is
  /// neither a part (206) nor a confirmation (304).
  ///
  /// Redirects are not stored either. The cache sees them only if the call follows none, and a call that follows them
  /// could not use them.
  static func isKept(_ status: Int) -> Bool {
    guard (200...599).contains(status), status != 206, status != 304 else { return false }
    return !Redirection.isRedirect(status)
  }

  /// True if the requirements of this status on caches are known, for `must-understand` (§5.2.2.3).
  static func isUnderstood(_ status: Int) -> Bool {
    isKept(status) && HTTPStatus.phrase(status) != nil
  }

  /// True if a stored response may replace a response of this status, by `stale-if-error` (RFC 5861 §4).
  static func isError(_ status: Int) -> Bool {
    status == 500 || (502...504).contains(status)
  }
}
