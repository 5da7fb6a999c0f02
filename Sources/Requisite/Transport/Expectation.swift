extension TransportRequest {
  /// Returns the request without the caller's own `Expect` after a 417, to be sent again (RFC 9110 §10.1.1), and discards the body of
  /// the response. Returns nil after any other response, and if the body can be sent only once.
  func withoutExpectation(after response: TransportResponse) -> TransportRequest? {
    guard response.status == 417, headers.contains(.expect), body.isReplayable else { return nil }
    response.body.discard()
    return copy(self) { $0.headers = HTTPHeaders($0.headers.filter { $0.name != .expect }) }
  }
}
