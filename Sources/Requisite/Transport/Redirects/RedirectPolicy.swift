/// The rules for redirects: how many are followed, and which header fields are sent to another origin.
///
/// These rules apply under every policy (RFC 9110 §15.4): 301 and 302 change POST to GET, 303 changes every method but
/// HEAD to GET, and 307 and 308 keep method and body. A redirect from `https` to `http`, a body that would have to be
/// sent twice and cannot be, and two `Location` fields that differ fail the call.
///
/// Only fields that are known to be harmless are sent to another origin (scheme, host or port): `Accept`,
/// `Accept-Charset`, `Accept-Encoding`, `Accept-Language`, `User-Agent`, `Range`, the conditional fields, `Cache-Control`, `Pragma`, `Prefer`, `Priority`,
/// `traceparent` and `tracestate`; with the body, also its `Content-…` fields, `Digest`, `Repr-Digest` and `Idempotency-Key`. All
/// others are dropped, because a list of secret names is never complete. From `http` to `https` on the same host, both
/// at their default ports, only fields that ``HTTPHeaderName/carriesCredentials`` marks are dropped. A dropped field
/// does not return later in the chain.
///
/// ```swift
/// var options = RequestOptions()
/// options.redirects.forwardedHeaders = ["X-Tenant"]
/// ```
public struct RedirectPolicy: Sendable, Hashable {
  /// The maximum number of redirects; a further one fails the call with `.httpTooManyRedirects`, and with 0 every
  /// redirect is returned as a response.
  public var limit: Int
  /// The names of further header fields that are sent to any origin that a server names; empty by default.
  ///
  /// Never include a field that contains a credential.
  public var forwardedHeaders: Set<HTTPHeaderName>
  /// The names of header fields that are never sent to another origin, even if they are harmless; empty by default.
  public var sensitiveHeaders: Set<HTTPHeaderName>

  /// Creates a policy, with a limit of 20 redirects by default, as in the Fetch standard.
  public init(
    limit: Int = 20, forwardedHeaders: Set<HTTPHeaderName> = [], sensitiveHeaders: Set<HTTPHeaderName> = []
  ) {
    self.limit = limit
    self.forwardedHeaders = forwardedHeaders
    self.sensitiveHeaders = sensitiveHeaders
  }

  /// A policy that follows no redirects and returns each as a response.
  public static let none = RedirectPolicy(limit: 0)
}

extension RequestOptions {
  /// The rules for redirects; by default 20 are followed, as ``RedirectPolicy`` describes.
  public var redirects: RedirectPolicy {
    get { self[RedirectsKey.self] }
    set { self[RedirectsKey.self] = newValue }
  }
}

private enum RedirectsKey: RequestOptionKey { static let defaultValue = RedirectPolicy() }

/// One redirect, which creates the next request from a status and a target.
struct Redirection {
  /// True for the statuses that a redirect has.
  static func isRedirect(_ status: Int) -> Bool {
    switch status {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  let status: Int
  let target: URL
  let policy: RedirectPolicy
  /// True if another origin was on the way to the target, which may be of the request's own origin again.
  var hasLeftOrigin = false

  /// Whether a response is a redirect with a target, which is followed or is an error: its body is of no use.
  static func leadsOn(_ response: TransportResponse) -> Bool {
    isRedirect(response.status) && response.headers.contains(.location)
  }

  /// Returns the value of `Location` of a redirect; nil if the response is not a redirect or has no target. Several
  /// fields count as one if they are equal. URLSession joins several fields with commas, and so may a proxy.
  static func location(of response: TransportResponse) throws(AmbiguousLocation) -> String? {
    guard isRedirect(response.status) else { return nil }
    let values = response.headers.values(for: .location).flatMap(parts).map { Array($0.utf8) }
    guard let first = values.first else { return nil }
    guard values.allSatisfy({ $0 == first }) else { throw AmbiguousLocation() }
    return String(decoding: first, as: UTF8.self)
  }

  /// The error for a response with several `Location` fields that differ. None is followed, because an
  /// attacker may have added one.
  struct AmbiguousLocation: Error {}

  /// Returns the URLs that a transport has joined by a comma and a space (RFC 9110 §5.3), if each part has a scheme and a host;
  /// otherwise the value. A URL may contain a comma, also before another URL, but no space.
  private static func parts(_ value: String) -> [Substring] {
    let value = ASCII.trimmed(value[...])
    let parts = value.split(separator: ", ").map(ASCII.trimmed)
    return parts.count > 1 && parts.allSatisfy { URLScheme.endInWhole($0) != nil } ? parts : [value]
  }

  func apply(to request: TransportRequest) throws(NetworkRequestError) -> TransportRequest {
    var next = request
    next.url = target
    if changesMethod(request.method) { dropBody(of: &next) }
    guard next.body.isReplayable else {
      let problem =
        "status \(status) requires sending the body again, but its stream can be read only once: use "
        + "BodyStream(restarting:)"
      throw .invalidRequest(.body, problem)
    }
    let (from, to) = (Origin(request.url), Origin(target))
    guard from != to || hasLeftOrigin else { return next }
    let isUpgrade = from.isUpgraded(by: to)
    let hasBody = !next.body.isNone
    next.headers = HTTPHeaders(
      next.headers.filter { policy.forwards($0.name, isUpgrade: isUpgrade, withBody: hasBody) })
    return next
  }

  private func changesMethod(_ method: HTTPMethod) -> Bool {
    switch status {
    case 301, 302: method == .post
    case 303: method != .get && method != .head
    default: false
    }
  }

  private func dropBody(of request: inout TransportRequest) {
    request.method = .get
    request.body = .none
    request.headers = HTTPHeaders(request.headers.filter { !$0.name.describesContent })
  }

  /// Returns the target of a `Location` (RFC 3986 §5.2), relative to `base`. The fragment is not sent, so it is dropped.
  ///
  /// A backslash is part of no URL. Browsers read it as a slash, before the query, so that `\\host` leads to another host.
  static func target(_ location: String, from base: URL) -> URL? {
    guard !hasBackslash(location) else { return nil }
    // An empty reference means the base URL itself (RFC 3986 §5.2.2), but Foundation rejects it.
    let url =
      location.isEmpty
      ? base : URL(string: URLParts.escaped(location), relativeTo: base)?.absoluteURL
    guard let url, URLParts(url).isHTTP else { return nil }
    let text = url.absoluteString
    return text.utf8.firstIndex(of: UInt8(ascii: "#")).map { URL(string: String(text[..<$0])) } ?? url
  }
}

extension Redirection {
  private static func hasBackslash(_ location: String) -> Bool {
    location.utf8.prefix { !"?#".utf8.contains($0) }.contains(UInt8(ascii: "\\"))
  }

  /// Says why a `Location` has no target, because the text may be printed without the part that is the reason.
  static func problem(of location: String) -> String {
    if hasBackslash(location) { return "was sent with a backslash, which is part of no URL" }
    let scheme = location.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    let isNamed = location.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
    let name = ASCII.lowercased(String(Substring(scheme)))
    guard isNamed, Token.isValid(name), name != "http", name != "https" else {
      return "does not lead to an http or https URL"
    }
    return "was sent with the scheme “\(name)”, which is neither http nor https"
  }
}

extension RedirectPolicy {
  /// True if a header field is sent to another origin.
  fileprivate func forwards(_ name: HTTPHeaderName, isUpgrade: Bool, withBody hasBody: Bool) -> Bool {
    if sensitiveHeaders.contains(name) { return false }
    if forwardedHeaders.contains(name) { return true }
    if isUpgrade { return !name.carriesCredentials }
    if hasBody, name.describesContent || name == .idempotencyKey { return true }
    return name.isHarmlessElsewhere
  }
}

extension Origin {
  /// True if `other` is the same host over `https`, both at their default ports.
  fileprivate func isUpgraded(by other: Origin) -> Bool {
    scheme == "http" && other.scheme == "https" && host == other.host && port == 80 && other.port == 443
  }
}
