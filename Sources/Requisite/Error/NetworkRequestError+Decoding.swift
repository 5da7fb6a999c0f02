extension NetworkRequestError {
  /// The server's own account of the failure, decoded from the body of its response.
  ///
  /// ```swift
  /// do {
  ///   _ = try await client.dispatch(AddTodo(body: todo))
  /// } catch where error.status == 422 {
  ///   let invalid = try error.decoded(as: ValidationErrors.self)
  ///   print(invalid?.fields ?? [:])
  /// }
  /// ```
  /// - Parameter decoder: What reads the body; by default the decoder of the call, which is the request's or its
  ///   client's.
  /// - Returns: The value; nil where no response came, as for a lost connection.
  /// - Throws: ``decodingError(_:)`` where the body says something else.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil
  ) throws(NetworkRequestError) -> Value? {
    guard let response else { return nil }
    return try response.decoded(as: type, using: decoder)
  }

  /// The response's problem details (RFC 9457), where it is of type `application/problem+json`.
  public var problem: ProblemDetails? { response?.problem }
}
