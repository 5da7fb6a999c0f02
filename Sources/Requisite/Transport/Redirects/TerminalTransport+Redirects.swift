extension TerminalTransport {
  /// Sends the request and follows redirects by the request's ``RequestOptions/redirects``.
  ///
  /// ``RequestOptions/deadline`` bounds all exchanges together, where no dispatcher or outer layer bounds the call already.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await request.withinDeadline { bounded throws(NetworkRequestError) in
      do throws(NetworkRequestError) {
        return try await RedirectFollower(policy: bounded.options.redirects).send(bounded, through: self)
      } catch {
        throw error.explained(by: bounded)
      }
    }
  }
}
