extension Transport {
  /// What sending the request comes to, as a value: for a layer that has the same to do whether a response came or none.
  func outcome(of request: TransportRequest) async -> Result<TransportResponse, NetworkRequestError> {
    do { return .success(try await send(request)) } catch { return .failure(error) }
  }
}
