extension URLSession: TerminalTransport {
  /// Sends the request through this session; see ``URLSessionTransport`` for what that means.
  ///
  /// For many calls make a ``URLSessionTransport`` once: on Linux, this makes a session for each call.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let transport = self === URLSession.shared ? .shared : URLSessionTransport(self)
    return try await transport.exchange(request)
  }
}
