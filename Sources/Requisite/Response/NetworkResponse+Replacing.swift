extension NetworkResponse {
  /// The same response with the body in another form.
  func replacing(body: ResponseBody) -> NetworkResponse {
    var transportResponse = transportResponse
    transportResponse.body = body
    return NetworkResponse(transportResponse, to: request)
  }

  /// The same response to the request as a layer got it, in place of the one that it sent on.
  func answering(_ request: TransportRequest, insteadOf sent: TransportRequest) -> NetworkResponse {
    var transportResponse = transportResponse
    if transportResponse.url == sent.url { transportResponse.url = request.url }
    return NetworkResponse(transportResponse, to: request)
  }
}
