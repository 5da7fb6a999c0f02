/// A point in time past which nothing of a call may run: neither its way to the reply, nor its body.
///
/// The dispatcher sets it on the ``TransportRequest`` and ends the call by it. A decorator that waits asks for
/// ``remaining`` first: a wait that cannot be worth it need not begin.
public struct CallDeadline: Sendable {
  /// The time that the call was given as a whole.
  public let duration: Duration
  private let end: Duration
  private let clock: CallClock

  /// Makes a deadline that begins to run now.
  init(_ duration: Duration, on clock: CallClock) {
    self.duration = duration
    self.clock = clock
    end = clock.now + duration
  }

  /// The time that is left; zero or less where it is over.
  public var remaining: Duration { end - clock.now }

  /// Runs `work` until it is done or time is up; then it is cancelled, its end waited for, and what it still brings
  /// given to `discard`. A cancelled caller cancels the work.
  ///
  /// Work that is done without ever waiting costs no timer. Whether it was late is for the clock to say, so it does
  /// not matter who is faster where both come at the same moment.
  func run<Value: Sendable>(
    _ request: TransportRequest, discarding discard: (Value) -> Void = { _ in },
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    guard !Task.isCancelled else { throw .cancelled(request) }
    guard remaining > .zero else { throw exceeded(request) }
    switch await ending(of: work) {
    case .inTime(let result): return try result.get()
    case .late(.success(let value)): discard(value)
    case .late(.failure): break
    }
    throw Task.isCancelled ? .cancelled(request) : exceeded(request)
  }

  private func ending<Value: Sendable>(
    of work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async -> Ending<Value> {
    let run = BoundedRun<Value>()
    let task = Task.begun {
      let result = await Result(catching: work)
      return run.end(with: result, isLate: remaining <= .zero)
    }
    if let ending = run.ending { return ending }
    let alarm = clock.alarm(at: end) {
      run.runOutOfTime()
      task.cancel()
    }
    defer { alarm.callOff() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// The same chunks, each of which must come before the end.
  func bounding(_ stream: ByteStream, of request: TransportRequest) -> ByteStream {
    let pull = stream.makeAsyncIterator().pull
    return ByteStream { () async throws(NetworkRequestError) -> Data? in try await run(request, pull) }
  }

  private func exceeded(_ request: TransportRequest) -> NetworkRequestError {
    .deadlineExceeded(DeadlineFailure(deadline: duration, request: request))
  }
}

private enum Ending<Value: Sendable>: Sendable {
  case inTime(Result<Value, NetworkRequestError>)
  case late(Result<Value, NetworkRequestError>)
}

/// Work with a deadline, seen by the work itself and by the clock: the first of the two counts.
private final class BoundedRun<Value: Sendable>: Sendable {
  private enum State { case running, outOfTime, ended(Ending<Value>) }

  private let state = Locked(State.running)

  /// How it ended; nil where it has not.
  var ending: Ending<Value>? {
    if case .ended(let ending) = state.withLock({ $0 }) { ending } else { nil }
  }

  func end(with result: Result<Value, NetworkRequestError>, isLate: Bool) -> Ending<Value> {
    state.withLock { state in
      let wasOut = if case .outOfTime = state { true } else { false }
      let ending: Ending<Value> = isLate || wasOut ? .late(result) : .inTime(result)
      state = .ended(ending)
      return ending
    }
  }

  func runOutOfTime() {
    state.withLock { state in
      if case .running = state { state = .outOfTime }
    }
  }
}
