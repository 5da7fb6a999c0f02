/// What two calls have in common that can share a reply.
struct DuplicateKey {
  private let method: HTTPMethod
  private let url: URL
  private let headers: HTTPHeaders
  private let options: RequestOptions

  /// nil for a call that must not be shared.
  init?(_ request: TransportRequest, ignoring ignored: Set<HTTPHeaderName>) {
    guard request.method.isSafe, request.delivery == .buffered, request.body.isNone else { return nil }
    method = request.method
    url = request.url
    options = request.options
    let isPlain = !request.headers.contains { ignored.contains($0.name) }
    headers = isPlain ? request.headers : HTTPHeaders(request.headers.filter { !ignored.contains($0.name) })
  }
}

extension DuplicateKey: Hashable {
  static func == (left: DuplicateKey, right: DuplicateKey) -> Bool {
    left.method == right.method && left.url == right.url && left.headers == right.headers
      && left.options.agrees(with: right.options)
  }

  /// Method and URL tell nearly all calls apart; the rest is compared.
  func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(url)
  }
}
