/// The cookies of one exchange: what goes along with its request, and what its response sets.
struct CookieExchange {
  let jar: CookieJar
  let request: TransportRequest

  /// Returns nil if the request's options name no jar.
  init?(_ request: TransportRequest) {
    guard let jar = request.options.cookies else { return nil }
    (self.jar, self.request) = (jar, request)
  }

  /// The jar's cookies for the request, as the value of `Cookie`; nil if it has no cookie for it, and if the request has such
  /// a field of its own.
  var added: String? { request.headers.contains(.cookie) ? nil : jar.field(for: request.url) }

  /// The request with what the jar has for it.
  var outgoing: TransportRequest {
    guard let field = added else { return request }
    var outgoing = request
    outgoing.headers.append(HTTPHeader(.cookie, field))
    return outgoing
  }

  /// Stores the cookies that a response sets, and replaces the request in an error by the one without cookies. A function of
  /// its own, so that its variables are not in the frame that waits for the response.
  @inline(never)
  func settle(
    _ result: Result<TransportResponse, NetworkRequestError>
  ) throws(NetworkRequestError) -> TransportResponse {
    switch result {
    case .success(let response):
      take(response)
      return response
    // The request with cookies has the same id and URL, so it is replaced by the one without.
    case .failure(let error): throw error.told(of: request, insteadOf: request)
    }
  }

  /// Stores the cookies that the response sets; the record of the call notes each refused one.
  func take(_ response: TransportResponse) {
    let target = CookieTarget(request.url)
    for field in response.headers where field.name == .setCookie {
      guard let refusal = jar.refusal(of: field.value, from: target) else { continue }
      request.record?.note(
        "cookies", "refuses one", since: request.record?.now ?? .zero, detail: refusal.rawValue)
    }
  }
}
