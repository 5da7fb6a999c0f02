extension TerminalTransport {
  /// Sends the request and follows redirects by the request's ``RequestOptions/redirects``.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await RedirectFollower(policy: request.options.redirects).send(request, through: self)
  }
}
