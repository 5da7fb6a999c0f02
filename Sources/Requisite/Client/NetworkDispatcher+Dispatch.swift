extension NetworkDispatcher {
  /// Sends a request that was built by hand, and decodes its response.
  ///
  /// ```swift
  /// let todos: [Todo] = try await dispatcher.dispatch(request: TransportRequest(url: url))
  /// ```
  /// - Throws: What ``send(_:)`` throws, and ``NetworkRequestError/decodingError(_:)``.
  public func dispatch<Value: Decodable & Sendable>(
    request: TransportRequest, using decoder: any ResponseDecoder = BodyCoders.standard.response
  ) async throws(NetworkRequestError) -> Value {
    let response = try await send(request)
    guard !Task.isCancelled else { throw .cancelled(request) }
    try response.checkContentType(for: Value.self)
    return try response.decoded(using: decoder)
  }
}
