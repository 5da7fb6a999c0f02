/// The cookies of one exchange: what goes along with its request, and what its response sets.
struct CookieExchange {
  let jar: CookieJar
  let request: TransportRequest

  /// nil where nobody asked for cookies.
  init?(_ request: TransportRequest) {
    guard let jar = request.options.cookies else { return nil }
    (self.jar, self.request) = (jar, request)
  }

  /// What the jar has for the request, as the value of `Cookie`; nil where that is nothing, and where the request has
  /// such a field of its own.
  var added: String? { request.headers.contains(.cookie) ? nil : jar.field(for: request.url) }

  /// The request with what the jar has for it.
  var outgoing: TransportRequest {
    guard let field = added else { return request }
    var outgoing = request
    outgoing.headers.append(HTTPHeader(.cookie, field))
    return outgoing
  }

  /// Takes what a response sets, and makes an error tell of the request as it was without the cookies. Apart, so that what
  /// this takes is not in the frame that waits for the response.
  @inline(never)
  func settle(
    _ result: Result<TransportResponse, NetworkRequestError>
  ) throws(NetworkRequestError) -> TransportResponse {
    switch result {
    case .success(let response):
      take(response)
      return response
    // The one with cookies is of the same id and URL: that is how it is told.
    case .failure(let error): throw error.told(of: request, insteadOf: request)
    }
  }

  /// Takes what the response sets; the record of the call tells what it may not.
  func take(_ response: TransportResponse) {
    let target = CookieTarget(request.url)
    for field in response.headers where field.name == .setCookie {
      guard let refusal = jar.refusal(of: field.value, from: target) else { continue }
      request.record?.note(
        "cookies", "refuses one", since: request.record?.now ?? .zero, detail: refusal.rawValue)
    }
  }
}
