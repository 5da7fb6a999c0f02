extension APIClient {
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
  /// another attempt, whatever the method, because the caller asks for it explicitly, unless the body can be read only
  /// once. A 404, or a response that cannot be decoded, ends the call. Retries that repeat only what is safe to repeat,
  /// within a budget, belong in the transport:
  /// ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)``. All attempts are one call, with one id, one
  /// idempotency key and one ``RequestOptions/deadline``. If a server asks with `Retry-After` for a longer wait than
  /// `retryDelay`, the call waits that long, up to a minute. If it asks for more, or the wait would end past the deadline,
  /// the call ends.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the response; nil, the client's, by default. A decoder that the request declares takes
  ///     precedence.
  ///   - attempts: The maximum number of times the request is sent; 1 by default. At least one attempt is made.
  ///   - retryDelay: The wait between two attempts; 1 second by default. Cancelling the wait ends the call.
  ///   - onRetry: Receives each failure that is followed by another attempt, the number of remaining attempts, and the wait
  ///     before the next one.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` before anything is sent; the case for the status of the
  ///   response; ``NetworkRequestError/decodingError(_:)``; ``NetworkRequestError/urlSessionFailed(_:)`` if no response
  ///   arrived; ``NetworkRequestError/deadlineExceeded(_:request:)``; ``NetworkRequestError/bodyTooLarge(_:request:)``; and what the
  ///   layers of the stack throw. Of several attempts, the error of the last one.
  public func dispatch<R: Request>(
    _ request: R, using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1,
    retryDelay: Duration = .seconds(1),
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async throws(NetworkRequestError) -> R.ReturnType {
    if decoder != nil || attempts > 1 {
      let client = decoder.map { with(options: options, coders: coders.decoding(with: $0)) } ?? self
      return try await client.value(of: request, attempts: attempts, delay: retryDelay, onRetry)
    }
    return try value(
      of: try await networkDispatcher.run(try begin(request), completing: completion), for: request)
  }

  /// Sends a request and returns its value together with the response: status, header fields, data.
  ///
  /// - Throws: What ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func response<R: Request>(
    for request: R
  ) async throws(NetworkRequestError) -> Response<R.ReturnType> {
    let response = try await networkDispatcher.run(try begin(request), completing: completion)
    return Response(try value(of: response, for: request), response)
  }

  /// Returns the request as a transport receives it, with everything that the environment adds.
  ///
  /// Nothing is sent.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``; the case for an error of the function that fetches the
  ///   environment's credentials (``NetworkRequestError/init(_:request:)``).
  public func prepare(_ request: some Request) async throws(NetworkRequestError) -> TransportRequest {
    let built = try request.transportRequest(adding: requestDefaults)
    guard let completion else { return built }
    return try await completion(built)
  }

  /// Begins the call of a request, and builds it without the credentials of the environment.
  func begin(_ request: some Request) throws(NetworkRequestError) -> TransportRequest {
    try networkDispatcher.begin { () throws(NetworkRequestError) in
      try request.transportRequest(adding: requestDefaults)
    }
  }

  /// Adds the environment's credentials, fetched then; nil if it has none.
  var completion: RequestCompletion? {
    guard let credentials = environment.credentials else { return nil }
    let base = environment.baseURL
    return { request throws(NetworkRequestError) in
      var request = request
      try await credentials.add(to: &request, below: base)
      return request
    }
  }

  func value<R: Request>(
    of response: NetworkResponse, for request: R
  ) throws(NetworkRequestError) -> R.ReturnType {
    do throws(NetworkRequestError) {
      guard !Task.isCancelled else { throw .cancelled(response.request) }
      if let absence = response.absence(of: R.ReturnType.self) {
        response.body.discard()
        return absence
      }
      try response.checkContentType(for: R.ReturnType.self)
      return try request.decode(response, using: request.responseDecoder(standard: coders.response))
    } catch {
      // The caller gets no value, so nothing else would delete a file. One that replaced another stays, because the old
      // one is gone.
      if !response.request.options.replacesFile { response.body.discard() }
      throw error.afterSending()
    }
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

extension APIClient {
  /// Returns a request as a `curl` command, with everything that this client adds.
  ///
  /// Nothing is sent.
  ///
  /// - Parameter redaction: The rule that decides which secrets are left out; by default that of the request's options.
  /// - Throws: What ``prepare(_:)`` throws.
  public func curlCommand(
    for request: some Request, redacting redaction: Redaction? = nil
  ) async throws(NetworkRequestError) -> String {
    let request = try await prepare(request)
    return request.curlCommand(redacting: redaction ?? request.options.redaction)
  }
}
