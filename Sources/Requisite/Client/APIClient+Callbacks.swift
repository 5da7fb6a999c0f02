extension APIClient {
  /// Sends a request and calls back with its value or its error.
  ///
  /// The completion is called exactly once, also if the request cannot be built or the task is cancelled.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the completion; the main queue by default.
  ///   - completion: Receives what ``dispatch(_:)->R.ReturnType`` returns or throws.
  /// - Returns: The task, with which to cancel the call; nil if the request could not be built, so nothing was started.
  @discardableResult
  public func dispatch<R: Request>(
    _ request: R, queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<R.ReturnType, NetworkRequestError>) -> Void
  ) -> DispatchTask? {
    calling(request, on: queue, completion) { () async throws(NetworkRequestError) in
      try await self.dispatch(request)
    }
  }

  /// Sends a request and calls back with its value and the response (status, header fields and data), or with its error.
  ///
  /// ```swift
  /// client.response(for: FindTodos()) { result in
  ///   if case .success(let response) = result { print(response.value.count, response.headers[.xTotalCount] ?? "?") }
  /// }
  /// ```
  /// The completion is called exactly once, on the main queue unless `queue` is given.
  ///
  /// - Returns: The task, with which to cancel the call; nil if the request could not be built, so nothing was started.
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

/// A running call that was started with a completion; releasing it does not cancel the call.
public struct DispatchTask: Sendable, Hashable {
  private let task: Task<Void, Never>

  init(_ work: @escaping @Sendable () async -> Void) {
    task = Task(operation: work)
  }

  /// Cancels the call, whose completion then receives ``NetworkRequestError/cancelled(_:)`` unless the
  /// call has already ended.
  public func cancel() {
    task.cancel()
  }
}
