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

  /// The parts of a value between commas that have a space behind them, which no URL has.
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
    // An empty reference is the document itself (§5.2.2); Foundation takes it for none.
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
