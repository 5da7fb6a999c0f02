extension APIClient {
  /// Sends a request and calls back with its value or its error.
  ///
  /// The completion is called exactly once, also for a request that cannot be built or a task that is cancelled.
  ///
  /// - Parameters:
  ///   - queue: Where the completion runs: the main queue by default.
  ///   - completion: Gets what ``dispatch(_:)->R.ReturnType`` returns or throws.
  /// - Returns: The task, to be cancelled; nil for a request that could not be built, so that nothing runs.
  @discardableResult
  public func dispatch<R: Request>(
    _ request: R, queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<R.ReturnType, NetworkRequestError>) -> Void
  ) -> DispatchTask? {
    calling(request, on: queue, completion) { () async throws(NetworkRequestError) in
      try await self.dispatch(request)
    }
  }

  /// Sends a request and calls back with its value together with the response — status, header fields, data — or with
  /// its error.
  ///
  /// ```swift
  /// client.response(for: FindTodos()) { result in
  ///   if case .success(let response) = result { print(response.value.count, response.headers[.xTotalCount] ?? "?") }
  /// }
  /// ```
  /// The completion is called exactly once, on the main queue unless `queue` is another.
  ///
  /// - Returns: The task, to be cancelled; nil for a request that could not be built, so that nothing runs.
  @discardableResult
  public func response<R: Request>(
    for request: R, queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<Response<R.ReturnType>, NetworkRequestError>) -> Void
  ) -> DispatchTask? {
    calling(request, on: queue, completion) { () async throws(NetworkRequestError) in
      try await self.response(for: request)
    }
  }

  private func calling<Value: Sendable>(
    _ request: some Request, on queue: DispatchQueue,
    _ completion: @escaping @Sendable (Result<Value, NetworkRequestError>) -> Void,
    _ call: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) -> DispatchTask? {
    do {
      _ = try request.transportRequest(for: site)
    } catch {
      queue.async { completion(.failure(error)) }
      return nil
    }
    return DispatchTask {
      let result = await Result(catching: call)
      queue.async { completion(result) }
    }
  }
}

/// A call under way that was begun with a completion. Dropping it does not cancel the call.
public struct DispatchTask: Sendable, Hashable {
  private let task: Task<Void, Never>

  init(_ work: @escaping @Sendable () async -> Void) {
    task = Task(operation: work)
  }

  /// Cancels the call: its completion gets ``NetworkRequestError/cancelled(_:)``, unless the call has ended already.
  public func cancel() {
    task.cancel()
  }
}
