/// A point in time past which nothing of a call may run: neither its way to the response, nor its body.
///
/// The dispatcher sets it on the ``TransportRequest`` and ends the call by it. A decorator that waits asks for
/// ``remaining`` first: a wait that cannot be worth it need not begin.
public struct CallDeadline: Sendable {
  private let term: Term

  /// Makes a deadline that begins to run now.
  init(_ duration: Duration, on clock: CallClock) {
    term = Term(duration: duration, end: clock.now + duration, clock: clock)
  }

  /// The time that the call was given as a whole.
  public var duration: Duration { term.duration }

  /// The time that is left; zero or less where it is over.
  public var remaining: Duration { term.end - term.clock.now }

  /// Runs `work` until it is done or time is up; then it is cancelled, its end waited for, and what it still brings
  /// given to `discard`. A cancelled caller cancels the work.
  ///
  /// Work that is done without ever waiting costs no timer. Whether it was late is for the clock to say, so it does
  /// not matter who is faster where both come at the same moment.
  func run<Value: Sendable>(
    _ request: TransportRequest, discarding discard: (Value) -> Void = { _ in },
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    // The work is to hear of it, as a stream whose transfer then ends, and has no use for a second reason to stop.
    guard !Task.isCancelled else { return try await work() }
    guard remaining > .zero else { throw exceeded(request) }
    let run = DeadlineRace<Value>()
    let task = Task.startedInPlace {
      do throws(NetworkRequestError) {
        run.end(with: .success(try await work()), isLate: remaining <= .zero)
      } catch {
        run.end(with: .failure(error), isLate: remaining <= .zero)
      }
    }
    if run.isUnderWay { await wait(for: task) { run.runOutOfTime() } }
    switch run.takeOutcome() {
    case .inTime(let result): return try result.get()
    case .late(.success(let value)): discard(value)
    case .late(.failure), nil: break
    }
    throw Task.isCancelled ? .cancelled(request) : exceeded(request)
  }

  /// Waits for the end of a task that is cancelled with its caller, or when time is up.
  private func wait(
    for task: Task<Void, Never>, orUntil runOutOfTime: @escaping @Sendable () -> Void
  ) async {
    let alarm = term.clock.alarm(at: term.end) {
      runOutOfTime()
      task.cancel()
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    alarm.callOff()
  }

  /// The same chunks, each of which must come before the end.
  func bounding(_ stream: ByteStream, of request: TransportRequest) -> ByteStream {
    let pull = stream.makeAsyncIterator().pull
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      try await run(request, pull)
    }
  }

  private func exceeded(_ request: TransportRequest) -> NetworkRequestError {
    .deadlineExceeded(DeadlineFailure(deadline: duration, request: request))
  }
}

/// What all copies of a deadline share: it goes with the request through every layer.
private final class Term: Sendable {
  let duration: Duration
  let end: Duration
  let clock: CallClock

  init(duration: Duration, end: Duration, clock: CallClock) {
    (self.duration, self.end, self.clock) = (duration, end, clock)
  }
}
