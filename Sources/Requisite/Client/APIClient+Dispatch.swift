extension APIClient {
  /// Sends a request and returns its value.
  ///
  /// Decoding runs on the concurrent pool, never on the main actor. If the task is cancelled, the call ends with
  /// ``NetworkRequestError/cancelled(_:)``, also between the response and its decoding.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` before anything is sent; the case for the status of the
  ///   response; ``NetworkRequestError/decodingError(_:)``; ``NetworkRequestError/urlSessionFailed(_:)`` if no response
  ///   arrived; ``NetworkRequestError/deadlineExceeded(_:)``; ``NetworkRequestError/bodyTooLarge(_:)``; and what the
  ///   layers of the stack throw.
  public func dispatch<R: Request>(_ request: R) async throws(NetworkRequestError) -> R.ReturnType {
    try value(of: try await networkDispatcher.send(try await prepare(request)), for: request)
  }

  /// Sends one of several attempts of a call, with the id and the deadline of that call.
  func dispatch<R: Request>(
    _ request: R, as id: RequestID, by deadline: CallDeadline?
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let prepared = try await prepare(request).identified(as: id).bounded(by: deadline)
    return try value(of: try await networkDispatcher.send(prepared), for: request)
  }

  /// Sends a request and decodes its response with `decoder` instead of the client's decoder.
  ///
  /// A decoder that the request declares takes precedence.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<R: Request>(
    _ request: R, using decoder: any ResponseDecoder
  ) async throws(NetworkRequestError) -> R.ReturnType {
    try await with(options: options, coders: coders.decoding(with: decoder)).dispatch(request)
  }

  /// Sends a request and returns its value together with the response: status, header fields, data.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func response<R: Request>(
    for request: R
  ) async throws(NetworkRequestError) -> Response<R.ReturnType> {
    let response = try await networkDispatcher.send(try await prepare(request))
    return Response(try value(of: response, for: request), response)
  }

  /// Returns the request as a transport receives it, with everything that the environment adds.
  ///
  /// Nothing is sent.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``; the case for an error of the function that fetches the
  ///   environment's credentials (``NetworkRequestError/init(_:request:)``).
  @inline(__always)  // An asynchronous function of its own costs a frame and two switches of the executor.
  public func prepare(_ request: some Request) async throws(NetworkRequestError) -> TransportRequest {
    try await withCredentials(try request.transportRequest(for: site))
  }

  /// Returns the request with the environment's credentials, fetched now.
  @inline(__always)
  func withCredentials(
    _ request: consuming TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard let credentials = environment.credentials else { return request }
    try await credentials.add(to: &request, below: environment.baseURL)
    return request
  }

  func value<R: Request>(
    of response: NetworkResponse, for request: R
  ) throws(NetworkRequestError) -> R.ReturnType {
    do throws(NetworkRequestError) {
      guard !Task.isCancelled else { throw .cancelled(response.request) }
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
  /// let todos = try await DefaultTransport.shared.dispatch(FindTodos(), baseURL: "https://api.example.com")
  /// ```
  /// - Throws: What ``APIClient/dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<R: Request>(
    _ request: R, baseURL: some BaseURLConvertible, using decoder: any ResponseDecoder = JSONCoding()
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
