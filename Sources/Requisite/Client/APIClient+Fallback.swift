extension APIClient {
  /// Sends a request and returns its value, or `fallback` if the call fails for any reason, cancellation included.
  ///
  /// ```swift
  /// let todos = await client.dispatch(FindTodos(), attempts: 3, default: [])
  /// ```
  /// The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  public func dispatch<R: Request>(
    _ request: R, using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1,
    retryDelay: Duration = .seconds(1), default fallback: R.ReturnType,
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async -> R.ReturnType {
    do {
      return try await dispatch(
        request, using: decoder, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch {
      return fallback
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
