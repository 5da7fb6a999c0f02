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

  /// Whether a response is a redirect with a target, which is followed or is an error: its body is discarded.
  static func isFollowable(_ response: TransportResponse) -> Bool {
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
    return name.isHarmless
  }
}

extension Origin {
  /// True if `other` is the same host over `https`, both at their default ports.
  fileprivate func isUpgraded(by other: Origin) -> Bool {
    scheme == "http" && other.scheme == "https" && host == other.host && port == 80 && other.port == 443
  }
}

extension RedirectPolicy {
  /// Returns the redirection to the target of `location`, the value of a `Location` or `Link` field, relative to the
  /// URL of a request. Throws an error that says why the target must not be followed.
  func redirection(
    of request: TransportRequest, to location: String, status: Int
  ) throws(NetworkRequestError) -> Redirection {
    let printed = request.options.redaction.malformedURL(location)
    let isHandshake = if case .opened = request.delivery { true } else { false }
    guard
      let target = Redirection.target(
        isHandshake ? BaseURL.httpForm(of: location) : location, from: request.url)
    else {
      let problem = "“\(printed)” \(Redirection.problem(of: location))"
      throw .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request))
    }
    // A relative reference keeps the user of the request.
    let user = URLParts(target).userInfo
    guard user == nil || user == URLParts(request.url).userInfo && Origin(target) == Origin(request.url)
    else {
      let problem = "“\(printed)” names a user, whose credential the redirecting server has chosen"
      throw .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request))
    }
    // An origin's scheme is in lower case, so `HTTPS` is not left for `http` either.
    guard Origin(request.url).scheme != "https" || Origin(target).scheme == "https" else {
      throw .urlSessionFailed(
        TransportFailure(
          .appTransportSecurityRequiresSecureConnection, "“\(printed)” leads from https to http",
          request: request))
    }
    return Redirection(status: status, target: target, policy: self)
  }
}
