// With a concrete `Endpoint` parameter, the compiler can resolve a leading dot, as in `.headlines`.
extension APIClient {
  /// Sends an endpoint and returns its value, as in `client.dispatch(.headlines)`.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<Value>(_ endpoint: Endpoint<Value>) async throws(NetworkRequestError) -> Value {
    try await value(of: endpoint)
  }

  /// Sends an endpoint and returns its value together with the response: status, header fields, data.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func response<Value>(
    for endpoint: Endpoint<Value>
  ) async throws(NetworkRequestError) -> Response<Value> {
    try await response(to: endpoint)
  }

  /// Sends an endpoint with a body that is passed separately, as in `client.dispatch(.addTodo, with: todo)`.
  ///
  /// `Data` is sent as bytes, `String` as text, any other value as JSON; nil sends no body.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: some Encodable & Sendable
  ) async throws(NetworkRequestError) -> Value {
    try await value(of: endpoint.body(body))
  }

  /// Sends an endpoint with a body that is passed separately, as in `client.dispatch(.logIn, with: .form(fields))`.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: EndpointBody
  ) async throws(NetworkRequestError) -> Value {
    try await value(of: endpoint.body(body))
  }

  /// Sends an endpoint and decodes its response with `decoder` instead of the client's decoder.
  ///
  /// A decoder that the endpoint has takes precedence.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, using decoder: any ResponseDecoder
  ) async throws(NetworkRequestError) -> Value {
    try await with(options: options, coders: coders.decoding(with: decoder)).value(of: endpoint)
  }

  /// Sends an endpoint and returns its value, or `fallback` if the call fails for any reason, as in
  /// `client.dispatch(.headlines, default: [])`.
  public func dispatch<Value>(_ endpoint: Endpoint<Value>, default fallback: Value) async -> Value {
    do { return try await value(of: endpoint) } catch { return fallback }
  }

  /// Sends an endpoint up to `attempts` times, and waits between the attempts.
  ///
  /// See ``dispatch(_:attempts:retryDelay:onRetry:)-(R,_,_,_)``.
  ///
  /// - Throws: The error of the last attempt.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, attempts: Int, retryDelay: Duration = .seconds(1),
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int) -> Void = { _, _ in }
  ) async throws(NetworkRequestError) -> Value {
    try await repeating(endpoint, attempts, retryDelay, onRetry)
  }

  /// Sends an endpoint up to `attempts` times, and returns `fallback` if the last attempt fails too or
  /// the call is cancelled.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, attempts: Int, retryDelay: Duration = .seconds(1), default fallback: Value,
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int) -> Void = { _, _ in }
  ) async -> Value {
    do { return try await repeating(endpoint, attempts, retryDelay, onRetry) } catch { return fallback }
  }

  // These functions are generic, so that they call the functions for any request and not those above.
  private func value<R: Request>(of request: R) async throws(NetworkRequestError) -> R.ReturnType {
    try await dispatch(request)
  }

  private func response<R: Request>(to request: R) async throws(NetworkRequestError) -> Response<R.ReturnType>
  {
    try await response(for: request)
  }

  private func repeating<R: Request>(
    _ request: R, _ attempts: Int, _ delay: Duration,
    _ onRetry: @Sendable (NetworkRequestError, Int) -> Void
  ) async throws(NetworkRequestError) -> R.ReturnType {
    try await dispatch(request, attempts: attempts, retryDelay: delay, onRetry: onRetry)
  }
}
