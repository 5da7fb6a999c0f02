extension APIClient {
  /// Receives a failure that is followed by another attempt, the number of remaining attempts, and the wait before the next.
  public typealias RetryHandler =
    @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void

  /// Sends a request and returns its value.
  ///
  /// ```swift
  /// let todos = try await client.dispatch(FindTodos())
  /// let user = try await client.dispatch(FindUser(id: 1), attempts: 3)
  /// ```
  /// Decoding runs on the concurrent pool, never on the main actor. If the task is cancelled, the call ends with
  /// ``NetworkRequestError/cancelled(_:)``, also between the response and its decoding.
  ///
  /// **Attempts.** With more than one, a failure that may be temporary (``NetworkRequestError/isRetryable``) leads to
  /// another attempt by the rules of ``Transport/retried(_:budget:maximumRetryAfter:clock:)``, without a budget: a
  /// `POST` that a server may have processed needs an ``IdempotencyKey`` or ``RequestOptions/isRepeatable``. A 404, or a
  /// response that cannot be decoded, ends the call. All attempts are one call, with one id, one idempotency key and one
  /// ``RequestOptions/deadline``.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the response; nil, the client's, by default. A decoder that the request declares takes
  ///     precedence.
  ///   - attempts: The maximum number of times the request is sent; 1 by default. At least one attempt is made.
  ///   - retryDelay: The wait between two attempts, such as `.milliseconds(500)`; 1 second by default. Cancelling the wait ends the call.
  ///   - onRetry: Receives each failure that is followed by another attempt, the number of remaining attempts, and the wait
  ///     before the next one.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` before anything is sent; the case for the status of the
  ///   response; ``NetworkRequestError/decodingError(_:)``; ``NetworkRequestError/urlSessionFailed(_:)`` if no response
  ///   arrived; ``NetworkRequestError/deadlineExceeded(_:request:)``; ``NetworkRequestError/bodyTooLarge(_:request:)``; and what the
  ///   layers of the stack throw. Of several attempts, the error of the last one.
  public func dispatch<R: Request>(
    _ request: R, using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1,
    retryDelay: Duration = .seconds(1),
    onRetry: RetryHandler = { _, _, _ in }
  ) async throws(NetworkRequestError) -> R.ReturnType {
    if decoder != nil || attempts > 1 {
      let client = decoder.map { with(options: options, coders: coders.decoding(with: $0)) } ?? self
      return try await client.value(of: request, attempts: attempts, delay: retryDelay, onRetry)
    }
    return try await value(of: try await networkDispatcher.run(try begin(request)), for: request)
  }

  /// Sends a request and returns its value, or `fallback` if the call fails for any reason, cancellation included.
  ///
  /// ```swift
  /// let todos = await client.dispatch(FindTodos(), attempts: 3, default: [])
  /// let todo = await client.dispatch(FindTodo(id: 7), default: nil)
  /// ```
  /// The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  public func dispatch<R: Request>(
    _ request: R, using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1,
    retryDelay: Duration = .seconds(1), default fallback: R.ReturnType,
    onRetry: RetryHandler = { _, _, _ in }
  ) async -> R.ReturnType {
    do {
      return try await dispatch(
        request, using: decoder, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch { return fallback }
  }

  /// Sends a request and returns its value, or nil if the call fails for any reason, as in
  /// `client.dispatch(FindTodo(id: 7), default: nil)`.
  @_disfavoredOverload
  public func dispatch<R: Request>(
    _ request: R, using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1,
    retryDelay: Duration = .seconds(1), default fallback: R.ReturnType?,
    onRetry: RetryHandler = { _, _, _ in }
  ) async -> R.ReturnType? {
    do {
      return try await dispatch(
        request, using: decoder, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch { return fallback }
  }

  /// Sends a request and returns its value or its error as a `Result`.
  ///
  /// ```swift
  /// async let todos = client.result(of: FindTodos())
  /// async let user = client.result(of: FindUser(id: 1))
  /// if case .failure(let error) = await todos { show(error.userMessage) }
  /// print(try await user.get().name)
  /// ```
  /// The type of the error is kept where Swift loses it: in closures, in `async let`, and in a `Task` whose `do` has a
  /// `catch` with a pattern.
  public func result<R: Request>(of request: R) async -> Result<R.ReturnType, NetworkRequestError> {
    await Result.awaiting { () async throws(NetworkRequestError) in try await dispatch(request) }
  }

  /// Sends a request and returns its value together with the response: status, header fields, data.
  ///
  /// - Throws: What ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func response<R: Request>(
    for request: R
  ) async throws(NetworkRequestError) -> Response<R.ReturnType> {
    let response = try await networkDispatcher.runUninlined(try begin(request))
    return Response(try await value(of: response, for: request), response)
  }
}

// The same for endpoints: with a concrete `Endpoint` parameter, the compiler can resolve a leading dot, as in `.headlines`.
extension APIClient {
  /// Sends an endpoint and returns its value, as in `client.dispatch(.headlines)` or
  /// `client.dispatch(.logIn, with: .form(fields), attempts: 3)`.
  ///
  /// - Parameter body: The body, instead of the endpoint's own; nil, the endpoint's own, by default. The other parameters
  ///   are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  /// - Throws: What ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: HTTPBody? = nil, using decoder: (any ResponseDecoder)? = nil,
    attempts: Int = 1, retryDelay: Duration = .seconds(1),
    onRetry: RetryHandler = { _, _, _ in }
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
    onRetry: RetryHandler = { _, _, _ in }
  ) async throws(NetworkRequestError) -> Value {
    try await value(of: endpoint.body(body), decoder, attempts, retryDelay, onRetry)
  }

  /// Sends an endpoint and returns its value, or `fallback` if the call fails for any reason, cancellation included, as in
  /// `client.dispatch(.headlines, default: [])`.
  ///
  /// - Parameter body: The body, such as `.json(todo)`, instead of the endpoint's own; nil, the endpoint's own, by default.
  ///   The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: HTTPBody? = nil, using decoder: (any ResponseDecoder)? = nil,
    attempts: Int = 1, retryDelay: Duration = .seconds(1), default fallback: Value,
    onRetry: RetryHandler = { _, _, _ in }
  ) async -> Value {
    do {
      return try await dispatch(
        endpoint, with: body, using: decoder, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch { return fallback }
  }

  /// Sends an endpoint and returns its value, or nil if the call fails for any reason, as in
  /// `client.dispatch(.todo(7), default: nil)`.
  @_disfavoredOverload
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>, with body: HTTPBody? = nil, using decoder: (any ResponseDecoder)? = nil,
    attempts: Int = 1, retryDelay: Duration = .seconds(1), default fallback: Value?,
    onRetry: RetryHandler = { _, _, _ in }
  ) async -> Value? {
    do {
      return try await dispatch(
        endpoint, with: body, using: decoder, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch { return fallback }
  }

  /// Sends an endpoint and returns its value or its error as a `Result`, as in `await client.result(of: .headlines)`.
  public func result<Value>(of endpoint: Endpoint<Value>) async -> Result<Value, NetworkRequestError> {
    await Result.awaiting { () async throws(NetworkRequestError) in try await dispatch(endpoint) }
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
    _ onRetry: RetryHandler
  ) async throws(NetworkRequestError) -> R.ReturnType {
    try await dispatch(request, using: decoder, attempts: attempts, retryDelay: delay, onRetry: onRetry)
  }

  private func response<R: Request>(to request: R) async throws(NetworkRequestError) -> Response<R.ReturnType>
  {
    try await response(for: request)
  }
}

extension Transport {
  /// Sends a request below a base URL and returns its value, as a client for one call.
  ///
  /// ```swift
  /// let todos = try await DefaultTransport.shared.dispatch(
  ///   FindTodos(), baseURL: "https://api.example.com")
  /// let others = try await DefaultTransport.shared.dispatch(
  ///   Endpoint<[Todo]>.get(.url(url)))
  /// ```
  /// Without a base URL, the request is one for a whole URL, or for a stack that sets the host
  /// (``Transport/authority(_:)``): the default is a name that no server has (RFC 6761 §6.4).
  ///
  /// - Throws: What ``APIClient/dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func dispatch<R: Request>(
    _ request: R, baseURL: some BaseURLConvertible = BaseURL.unset,
    using decoder: any ResponseDecoder = JSONCoding()
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let coders = BodyCoders.standard.decoding(with: decoder)
    return try await APIClient(baseURL: baseURL, transport: self, coders: coders).dispatch(request)
  }
}

// Completions run on the main actor, so that they can change what views show.
extension APIClient {
  /// Sends a request and calls back on the main actor with its value or its error.
  ///
  /// ```swift
  /// let task = client.dispatch(FindTodos()) { result in
  ///   if case .success(let todos) = result { show(todos) }
  /// }
  /// task?.cancel()
  /// ```
  /// The completion is called exactly once, also if the request cannot be built or the task is cancelled. A program that
  /// blocks its main thread gets no calls on the main actor: there, or for a queue of its own, it awaits
  /// ``result(of:)-(R)`` in a task.
  ///
  /// - Parameter completion: Receives what ``dispatch(_:using:attempts:retryDelay:onRetry:)`` returns or throws.
  /// - Returns: The task of the call. Cancelling it cancels the call, whose completion then receives
  ///   ``NetworkRequestError/cancelled(_:)``; dropping it does not. Nil if the request could not be built, so nothing was
  ///   started.
  @discardableResult
  public func dispatch<R: Request>(
    _ request: R, completion: @escaping @MainActor (Result<R.ReturnType, NetworkRequestError>) -> Void
  ) -> Task<Void, Never>? {
    response(for: request) { completion($0.map(\.value)) }
  }

  /// Sends a request and calls back on the main actor with its value and the response (status, header fields and data), or
  /// with its error.
  ///
  /// ```swift
  /// client.response(for: FindTodos()) { result in
  ///   if case .success(let response) = result {
  ///     print(response.value.count, response.headers[.xTotalCount] ?? "?")
  ///   }
  /// }
  /// ```
  /// See ``dispatch(_:completion:)-(R,_)``.
  @discardableResult
  public func response<R: Request>(
    for request: R,
    completion: @escaping @MainActor (Result<Response<R.ReturnType>, NetworkRequestError>) -> Void
  ) -> Task<Void, Never>? {
    do {
      _ = try request.transportRequest(adding: requestDefaults)
    } catch {
      _ = Task { await completion(.failure(error)) }
      return nil
    }
    return Task {
      await completion(
        await Result.awaiting { () async throws(NetworkRequestError) in try await self.response(for: request)
        })
    }
  }
}

// The same for endpoints: with a concrete `Endpoint` parameter, the compiler can resolve a leading dot.
extension APIClient {
  /// Sends an endpoint and calls back on the main actor with its value or its error.
  ///
  /// See ``dispatch(_:completion:)-(R,_)``.
  @discardableResult
  public func dispatch<Value>(
    _ endpoint: Endpoint<Value>,
    completion: @escaping @MainActor (Result<Value, NetworkRequestError>) -> Void
  ) -> Task<Void, Never>? {
    response(for: endpoint) { completion($0.map(\.value)) }
  }

  /// Sends an endpoint and calls back on the main actor with its value and the response, or with its error.
  ///
  /// See ``dispatch(_:completion:)-(R,_)``.
  @discardableResult
  public func response<Value>(
    for endpoint: Endpoint<Value>,
    completion: @escaping @MainActor (Result<Response<Value>, NetworkRequestError>) -> Void
  ) -> Task<Void, Never>? {
    responding(to: endpoint, completion)
  }

  /// Generic, so that it calls the function for any request and not the one above.
  private func responding<R: Request>(
    to request: R,
    _ completion: @escaping @MainActor (Result<Response<R.ReturnType>, NetworkRequestError>) -> Void
  ) -> Task<Void, Never>? {
    response(for: request, completion: completion)
  }
}
