// The steps of a call.
extension APIClient {
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

  /// Sends a request until an attempt succeeds, up to `attempts` times.
  func value<R: Request>(
    of request: R, attempts: Int, delay: Duration,
    _ onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let call = try begin(request)
    let schedule = networkDispatcher.schedule(
      .constant(delay, attempts: attempts), maximumRetryAfter: .seconds(60))
    var loop = AttemptLoop(of: call, on: networkDispatcher.clock, by: schedule)
    while true {
      do throws(NetworkRequestError) {
        // Built for each attempt, as are credentials, which may have been renewed.
        let attempt =
          try loop.number == 1 ? call : request.transportRequest(adding: requestDefaults).inCall(of: call)
        let response = try await networkDispatcher.run(attempt, completing: completion)
        let value = try value(of: response, for: request)
        loop.end(with: response.status)
        return value
      } catch let failure {
        let error = loop.labelled(failure)
        guard let wait = loop.wait(after: .failure(error), by: schedule) else { throw error }
        onRetry(error, attempts - loop.number, wait)
        try await loop.next(after: wait)
      }
    }
  }
}
