extension APIClient {
  /// Sends a request and calls back with its value or its error.
  ///
  /// The completion is called exactly once, also where the request cannot be built or the task is cancelled.
  ///
  /// - Parameters:
  ///   - queue: Where the completion runs: the main queue by default.
  ///   - completion: Gets what ``dispatch(_:)->R.ReturnType`` returns or throws.
  /// - Returns: The task, to be cancelled; nil where the request could not be built, so that nothing runs.
  @discardableResult
  public func dispatch<R: Request>(
    _ request: R, queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<R.ReturnType, NetworkRequestError>) -> Void
  ) -> DispatchTask? {
    do {
      _ = try request.transportRequest(for: site)
    } catch {
      queue.async { completion(.failure(error)) }
      return nil
    }
    return DispatchTask {
      let result = await result(of: request)
      queue.async { completion(result) }
    }
  }

  func result<R: Request>(of request: R) async -> Result<R.ReturnType, NetworkRequestError> {
    await Result(catching: { () async throws(NetworkRequestError) in try await dispatch(request) })
  }
}
