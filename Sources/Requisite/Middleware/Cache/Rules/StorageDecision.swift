/// Decides whether an exchange may be stored, and which parts of it (RFC 9111 §3).
enum StorageDecision {
  /// The decision on a response.
  enum Verdict: Sendable {
    case keep(CachedHead)
    case refuse(CacheDecision.Refusal)
  }

  /// Whether the response of an exchange is stored, given the directives of the request.
  static func verdict(
    _ exchange: CachedExchange, under key: CacheKey, request: CacheControl, policy: CachePolicy
  ) -> Verdict {
    let control = CacheControl(exchange.headers)
    if let refusal = refusal(of: exchange.status, exchange.headers, control: control, request: request) {
      return .refuse(refusal)
    }
    return head(exchange, under: key, policy: policy).map(Verdict.keep) ?? .refuse(.variesByAll)
  }

  /// Why the exchange must not be stored; nil if it may be.
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

  /// The head to store; nil where the response varies by all there is.
  static func head(
    _ exchange: CachedExchange, under key: CacheKey, policy: CachePolicy
  ) -> CachedHead? {
    let control = CacheControl(exchange.headers)
    guard let varying = VaryingFields(vary: exchange.headers, request: exchange.request) else { return nil }
    let freshness = Freshness(
      status: exchange.status, headers: exchange.headers, control: control, sent: exchange.sent,
      received: exchange.received, policy: policy)
    return CachedHead(
      key: key, varying: varying, status: exchange.status,
      headers: storable(exchange.headers, control, received: exchange.received),
      freshness: freshness)
  }

  /// The fields without those that belong to one connection (§3.1) and those that `no-cache` names; with the time of
  /// receipt as `Date` where the server gave none (RFC 9110 §6.6.1).
  private static func storable(
    _ headers: HTTPHeaders, _ control: CacheControl, received: Date
  ) -> HTTPHeaders {
    let dropped = control.noCacheFields.union(named(by: headers))
    var stored = HTTPHeaders()
    stored.reserveCapacity(headers.count + 1)
    for field in headers where !connectionFields.contains(field.name) {
      guard dropped.isEmpty || !dropped.contains(field.name) else { continue }
      stored.append(field)
    }
    if !stored.contains(.date) { stored.append(HTTPHeader(.date, HTTPDate(received).description)) }
    return stored
  }

  /// The fields that `Connection` names.
  static func named(by headers: HTTPHeaders) -> Set<HTTPHeaderName> {
    guard headers.contains(.connection) else { return [] }
    let names = headers.values(for: .connection).flatMap {
      HTTPQuoting.split($0, at: ",").filter { !$0.isEmpty }
    }
    return Set(names.map { HTTPHeaderName(String($0)) })
  }

  /// A list, for comparing names takes less time than hashing one.
  static let connectionFields: [HTTPHeaderName] = [
    .connection, .keepAlive, .proxyAuthenticate, .proxyAuthorization, "Proxy-Authentication-Info",
    "Proxy-Connection", .te, .trailer, .transferEncoding, .upgrade,
  ]
}

/// One exchange with the server, as far as it can be stored.
struct CachedExchange: Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// The fields of the request, as the caller made them.
  var request: HTTPHeaders
  /// When the request went.
  var sent: Date
  /// When the head of the response came.
  var received: Date
}

/// What statuses mean to a cache.
enum CacheableStatus {
  /// Whether a response of that status may be kept on a guess (RFC 9110 §15.1). 206 is one of them there; this cache
  /// keeps no parts.
  static func allowsHeuristics(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// Whether a response of that status may be kept at all where the server says so (RFC 9111 §3): a final one, and
  /// neither a part (206) nor a confirmation (304).
  ///
  /// Redirects are not kept either. Here they are seen only where the call follows none, and a call that does
  /// follow them could not use them.
  static func isKept(_ status: Int) -> Bool {
    guard (200...599).contains(status), status != 206, status != 304 else { return false }
    return !Redirection.statuses.contains(status)
  }

  /// Whether the requirements of that status on caches are known here, for `must-understand` (§5.2.2.3).
  static func isUnderstood(_ status: Int) -> Bool {
    isKept(status) && HTTPStatus.phrase(status) != nil
  }

  /// Whether a stored response may stand in for a response of that status, by `stale-if-error` (RFC 5861 §4).
  static func isError(_ status: Int) -> Bool {
    status == 500 || (502...504).contains(status)
  }
}
