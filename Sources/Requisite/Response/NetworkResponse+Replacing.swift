extension NetworkResponse {
  /// The same reply with the body in another form.
  func replacing(body: ResponseBody) -> NetworkResponse {
    var reply = TransportResponse(status: status, headers: headers, url: url, body: body, trailers: trailers)
    reply.cacheDecision = cacheDecision
    return NetworkResponse(reply, to: request)
  }
}
