/// One redirect: from a status and a target to the next request.
struct Redirection {
  static let statuses: Set<Int> = [301, 302, 303, 307, 308]

  let status: Int
  let target: URL
  let policy: RedirectPolicy

  /// Where a response sends its reader; nil where it is no redirect.
  static func location(of response: TransportResponse) -> String? {
    statuses.contains(response.status) ? response.headers[.location] : nil
  }

  func apply(to request: TransportRequest) throws(NetworkRequestError) -> TransportRequest {
    var next = request
    next.url = target
    if changesMethod(request.method) { dropBody(of: &next) }
    guard next.body.isReplayable else {
      let problem = "a \(status) asks for the body a second time, and its stream can be read only once"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    if Origin(request.url) != Origin(target) { dropCredentials(of: &next) }
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
    for name in [HTTPHeaderName.contentType, .contentEncoding, .contentLanguage, .contentLocation] {
      request.headers.remove(name)
    }
  }

  private func dropCredentials(of request: inout TransportRequest) {
    request.headers = HTTPHeaders(
      request.headers.filter { !$0.name.carriesCredentials && !policy.sensitiveHeaders.contains($0.name) })
  }

  /// Where a `Location` leads (RFC 3986 §5.2), seen from `base`. The fragment is not sent, so it is dropped.
  static func target(_ location: String, from base: URL) -> URL? {
    // An empty reference is the document itself (§5.2.2); Foundation takes it for none.
    let url = location.isEmpty ? base : URL(string: location, relativeTo: base)?.absoluteURL
    guard let url, BaseURL.isScheme(url.scheme ?? ""),
      url.host(percentEncoded: true)?.isEmpty == false
    else { return nil }
    let text = url.absoluteString
    return text.firstIndex(of: "#").map { URL(string: String(text[..<$0])) } ?? url
  }
}
