/// The cookies of one exchange: those sent with its request, and those set by its response.
struct CookieExchange {
  let jar: CookieJar
  let request: TransportRequest

  /// The jar's cookies for the request, as the value of `Cookie`; nil if the jar has none for it, or the request has
  /// its own `Cookie` field.
  var added: String? { request.headers.contains(.cookie) ? nil : jar.field(for: request.url) }

  /// The request with the jar's cookies.
  var outgoing: TransportRequest {
    guard let field = added else { return request }
    var outgoing = request
    outgoing.headers.append(HTTPHeader(.cookie, field))
    return outgoing
  }

  /// Stores the cookies that the response sets, and notes each refused cookie in the record of the call.
  func take(_ response: TransportResponse) {
    let target = CookieTarget(request.url)
    for field in response.headers where field.name == .setCookie {
      guard let refusal = jar.refusal(of: field.value, from: target) else { continue }
      request.record?.note(
        "cookies", "refused a cookie", since: request.record?.now ?? .zero, detail: refusal.rawValue)
    }
  }
}
