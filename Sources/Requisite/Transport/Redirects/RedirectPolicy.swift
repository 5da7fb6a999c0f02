/// Which redirects are followed, and which header fields go along.
///
/// These rules hold under every policy (RFC 9110 §15.4): 301 and 302 turn a POST into a GET, 303 turns all but
/// HEAD into a GET, 307 and 308 keep method and body; `https` is never left for `http`; a body that cannot be sent twice
/// ends the chain; so do two `Location` fields that differ.
///
/// To another origin (scheme, host or port) only fields go along that are known to be harmless: `Accept` and `Accept-…`,
/// `User-Agent`, `Range`, the conditional fields, `Cache-Control`, `Pragma`, `Prefer`, `Priority`, `traceparent` and
/// `tracestate`; where the body goes along, `Content-…` and `Idempotency-Key` as well. All others are dropped, because a list
/// of secret names is never complete. From `http` to `https` on the same host, both at their default ports, only
/// fields are dropped that ``HTTPHeaderName/carriesCredentials``. A dropped field does not come back later in the chain.
///
/// ```swift
/// var options = RequestOptions()
/// options.redirects.forwardedHeaders = ["X-Tenant"]
/// ```
public struct RedirectPolicy: Sendable, Hashable {
  /// How many redirects are followed before the call fails with `.httpTooManyRedirects`; 0 follows none and returns
  /// the redirect as a response.
  public var limit: Int
  /// Names of further header fields that go along to any origin that a server names. Never name one that holds a
  /// credential. None by default.
  public var forwardedHeaders: Set<HTTPHeaderName>
  /// Names of header fields that always stay with the origin they were made for, harmless or not.
  public var sensitiveHeaders: Set<HTTPHeaderName>

  /// Makes a policy. 20 redirects by default, as in the Fetch standard.
  public init(
    limit: Int = 20, forwardedHeaders: Set<HTTPHeaderName> = [], sensitiveHeaders: Set<HTTPHeaderName> = []
  ) {
    self.limit = limit
    self.forwardedHeaders = forwardedHeaders
    self.sensitiveHeaders = sensitiveHeaders
  }

  /// Follows no redirect: it is a response like any other.
  public static let none = RedirectPolicy(limit: 0)
}

extension RequestOptions {
  /// Which redirects are followed. See ``RedirectPolicy`` for the rules.
  public var redirects: RedirectPolicy {
    get { self[RedirectsKey.self] }
    set { self[RedirectsKey.self] = newValue }
  }
}

private enum RedirectsKey: RequestOptionKey { static let defaultValue = RedirectPolicy() }

/// One redirect: from a status and a target to the next request.
struct Redirection {
  static let statuses: Set<Int> = [301, 302, 303, 307, 308]

  let status: Int
  let target: URL
  let policy: RedirectPolicy

  /// Where a response sends its reader; nil where it is no redirect, or names no target. Several fields count as one
  /// where all say the same; a list, as URLSession makes of several, is no URL.
  static func location(of response: TransportResponse) throws(AmbiguousLocation) -> String? {
    guard statuses.contains(response.status) else { return nil }
    let values = response.headers.values(for: .location).flatMap(parts).map { Array($0.utf8) }
    guard let first = values.first else { return nil }
    guard values.allSatisfy({ $0 == first }) else { throw AmbiguousLocation() }
    return String(decoding: first, as: UTF8.self)
  }

  /// A response with several `Location` fields that differ: following either may be what an attacker wants.
  struct AmbiguousLocation: Error {}

  /// The parts of a value between commas followed by a space, which no URL contains.
  private static func parts(_ value: String) -> [String] {
    let text = String(ASCII.trimmed(value[...]))
    let search = ByteSearch(", ")
    guard search.occurs(in: Data(text.utf8)) else { return [text] }
    return HTTPQuoting.split(text, at: ",").map(String.init)
  }

  func apply(to request: TransportRequest) throws(NetworkRequestError) -> TransportRequest {
    var next = request
    next.url = target
    if changesMethod(request.method) { dropBody(of: &next) }
    guard next.body.isReplayable else {
      let problem = "a \(status) asks for the body a second time, and its stream can be read only once"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    let (from, to) = (Origin(request.url), Origin(target))
    guard from != to else { return next }
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

  /// Where a `Location` leads (RFC 3986 §5.2), seen from `base`. The fragment is not sent, so it is dropped.
  static func target(_ location: String, from base: URL) -> URL? {
    // An empty reference is the document itself (§5.2.2); Foundation refuses it.
    let url = location.isEmpty ? base : URL(string: location, relativeTo: base)?.absoluteURL
    guard let url, BaseURL.isScheme(url.scheme ?? ""),
      url.host(percentEncoded: true)?.isEmpty == false
    else { return nil }
    let text = url.absoluteString
    return text.utf8.firstIndex(of: UInt8(ascii: "#")).map { URL(string: String(text[..<$0])) } ?? url
  }
}

extension RedirectPolicy {
  /// Whether a header field goes along to another origin.
  fileprivate func forwards(_ name: HTTPHeaderName, isUpgrade: Bool, withBody hasBody: Bool) -> Bool {
    if sensitiveHeaders.contains(name) { return false }
    if forwardedHeaders.contains(name) { return true }
    if isUpgrade { return !name.carriesCredentials }
    if hasBody, name.describesContent || name == .idempotencyKey { return true }
    return name.isHarmlessElsewhere
  }
}

extension Origin {
  /// Whether the other is the same server by `https`, at the default ports.
  fileprivate func isUpgraded(by other: Origin) -> Bool {
    scheme == "http" && other.scheme == "https" && host == other.host && port == 80 && other.port == 443
  }
}
