extension NetworkResponse {
  /// The same reply with the body in another form.
  func replacing(body: ResponseBody) -> NetworkResponse {
    var reply = reply
    reply.body = body
    return NetworkResponse(reply, to: request)
  }

  /// The same reply to the request as a layer got it, in place of the one that it sent on.
  func answering(_ request: TransportRequest, insteadOf sent: TransportRequest) -> NetworkResponse {
    var reply = reply
    if reply.url == sent.url { reply.url = request.url }
    return NetworkResponse(reply, to: request)
  }
}
