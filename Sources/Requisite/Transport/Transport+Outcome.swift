extension Transport {
  /// The response or the error as a value: for a layer that does the same after both.
  ///
  /// A call that an outer deadline has cancelled failed by ``NetworkRequestError/deadlineExceeded(_:)``, so that no layer
  /// takes it for one that its caller gave up.
  func outcome(of request: TransportRequest) async -> Result<TransportResponse, NetworkRequestError> {
    do { return .success(try await send(request)) } catch { return .failure(error.explained(by: request)) }
  }
}
