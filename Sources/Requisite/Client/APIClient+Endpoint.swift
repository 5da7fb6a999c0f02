// With a concrete `Endpoint` parameter, the compiler can resolve a leading dot, as in `.headlines`.
extension APIClient {
  /// Sends an endpoint and returns its value, as in `client.dispatch(.headlines)` or
  /// `client.dispatch(.logIn, with: .form(fields), attempts: 3)`.
  ///
  /// - Parameter body: The body, instead of the endpoint's own; nil, the endpoint's own, by default. The other parameters
  ///   are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  /// - Throws: What ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: EndpointBody? = nil, using decoder: (any ResponseDecoder)? = nil,
    attempts: Int = 1, retryDelay: Duration = .seconds(1),
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async throws(NetworkRequestError) -> Value {
    try await value(of: body.map { endpoint.body($0) } ?? endpoint, decoder, attempts, retryDelay, onRetry)
  }

  /// Sends an endpoint with a value as its body, as in `client.dispatch(.addTodo, with: todo)`.
  ///
  /// - Parameter body: `Data` is sent as bytes, `String` as text, any other value as JSON; an Optional that is nil sends no
  ///   body. The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  /// - Throws: What ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: some Encodable & Sendable,
    using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1, retryDelay: Duration = .seconds(1),
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async throws(NetworkRequestError) -> Value {
    try await value(of: endpoint.body(body), decoder, attempts, retryDelay, onRetry)
  }

  /// Sends an endpoint and returns its value, or `fallback` if the call fails for any reason, cancellation included, as in
  /// `client.dispatch(.headlines, default: [])`.
  ///
  /// - Parameter body: The body, such as `.json(todo)`, instead of the endpoint's own; nil, the endpoint's own, by default.
  ///   The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: EndpointBody? = nil, using decoder: (any ResponseDecoder)? = nil,
    attempts: Int = 1, retryDelay: Duration = .seconds(1), default fallback: Value,
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async -> Value {
    do {
      return try await value(
        of: body.map { endpoint.body($0) } ?? endpoint, decoder, attempts, retryDelay, onRetry)
    } catch {
      return fallback
    }
  }

  /// Sends an endpoint with a value as its body and returns its value, or `fallback` if the call fails for any reason, as in
  /// `client.dispatch(.search, with: query, default: [])`.
  ///
  /// - Parameter body: `Data` is sent as bytes, `String` as text, any other value as JSON; an Optional that is nil sends no
  ///   body. The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: some Encodable & Sendable,
    using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1, retryDelay: Duration = .seconds(1),
    default fallback: Value,
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async -> Value {
    await dispatch(
      endpoint.body(body), using: decoder, attempts: attempts, retryDelay: retryDelay, default: fallback,
      onRetry: onRetry)
  }

  /// Sends an endpoint and returns its value together with the response: status, header fields, data.
  ///
  /// - Throws: What ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func response<Value>(
    for endpoint: Endpoint<Value>
  ) async throws(NetworkRequestError) -> Response<Value> {
    try await response(to: endpoint)
  }

  // These functions are generic, so that they call the functions for any request and not those above.
  private func value<R: Request>(
    of request: R, _ decoder: (any ResponseDecoder)?, _ attempts: Int, _ delay: Duration,
    _ onRetry: @Sendable (NetworkRequestError, Int, Duration) -> Void
  ) async throws(NetworkRequestError) -> R.ReturnType {
    try await dispatch(request, using: decoder, attempts: attempts, retryDelay: delay, onRetry: onRetry)
  }

  private func response<R: Request>(to request: R) async throws(NetworkRequestError) -> Response<R.ReturnType>
  {
    try await response(for: request)
  }
}
