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
        await Result { () async throws(NetworkRequestError) in try await self.response(for: request) })
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
