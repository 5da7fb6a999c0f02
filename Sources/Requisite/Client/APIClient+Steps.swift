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
    var round = ClientAttempts(of: call, on: networkDispatcher.clock)
    var wasSent = false
    while true {
      do throws(NetworkRequestError) {
        // Built for each attempt, as are credentials, which may have been renewed.
        let attempt =
          try round.number == 1 ? call : request.transportRequest(adding: requestDefaults).inCall(of: call)
        let response = try await networkDispatcher.run(attempt, completing: completion)
        let value = try value(of: response, for: request)
        round.end(.status(response.status), wait: nil)
        return value
      } catch let failure {
        let error = failure.afterSending(wasSent).noted(in: call.record, id: call.id)
        let wait = schedule.delay(
          after: .failure(error), number: round.number, of: call, elapsed: round.elapsed)
        round.end(Attempt.Outcome(error), wait: wait)
        guard let wait else { throw error }
        wasSent = !error.isBeforeSending
        onRetry(error, attempts - round.number, wait)
        try await schedule.wait(wait, for: call)
        round.next()
      }
    }
  }
}

/// The attempts that a client itself makes, as the record of the call keeps them.
struct ClientAttempts {
  private let record: CallRecord?
  private let clock: CallClock
  private let start: Duration
  private var begin: Duration
  private var known = 0
  /// The number of the present attempt, counted from 1.
  private(set) var number = 1

  /// Begins the first attempt.
  init(of call: TransportRequest, on clock: CallClock) {
    (record, self.clock, start) = (call.record, clock, clock.now)
    begin = start
    _ = record?.startOfAttempts()
  }

  /// The time since the first attempt began.
  var elapsed: Duration { clock.now - start }

  /// Records the end of the present attempt. What layers of the stack have recorded of it stays.
  mutating func end(_ outcome: Attempt.Outcome, wait: Duration?) {
    record?.append(
      Attempt(start: begin - start, duration: clock.now - begin, outcome: outcome, wait: wait),
      unlessMoreThan: known)
  }

  /// Begins the next attempt.
  mutating func next() {
    (begin, known, number) = (clock.now, record?.attempts.count ?? 0, number + 1)
  }
}
