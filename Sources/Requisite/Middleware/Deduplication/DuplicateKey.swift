/// What two calls have in common that can share a response.
struct DuplicateKey {
  private let method: HTTPMethod
  private let url: String
  private let headers: HTTPHeaders
  private let options: RequestOptions
  /// Worked out one time: a look-up asks for it several times.
  private let hash: Int

  /// nil for a call that must not be shared.
  init?(_ request: TransportRequest, ignoring ignored: Set<HTTPHeaderName>) {
    guard request.method.isSafe, request.delivery == .buffered, request.body.isNone else { return nil }
    method = request.method
    url = request.url.absoluteString
    options = request.options
    var hasher = Hasher()
    hasher.combine(method)
    hasher.combine(url)
    hash = hasher.finalize()
    let isPlain = !request.headers.contains { ignored.contains($0.name) }
    headers = isPlain ? request.headers : HTTPHeaders(request.headers.filter { !ignored.contains($0.name) })
  }
}

extension DuplicateKey: Hashable {
  static func == (left: DuplicateKey, right: DuplicateKey) -> Bool {
    left.hash == right.hash && left.method == right.method && left.url == right.url
      && left.headers == right.headers
      && left.options.agrees(with: right.options)
  }

  /// Method and URL tell nearly all calls apart; the rest is compared.
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
