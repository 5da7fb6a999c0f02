/// The point in time by which a call must be over: its response, and a streamed body as well.
///
/// ``RequestOptions/deadline`` starts one for each call. Make one yourself where several calls share it:
///
/// ```swift
/// let deadline = CallDeadline(.seconds(2))
/// let options = RequestOptions().with(\.sharedDeadline, deadline)
/// let client = APIClient(baseURL: url, options: options)      // all calls of this client end by then
/// ```
/// A copy is the same deadline. A decorator that waits looks at ``remaining`` first and fails at once where the wait would
/// end past the deadline. A call that has nothing to wait for sets no timer.
public struct CallDeadline: Sendable {
  private let term: Term

  /// Makes a deadline that begins to run now.
  ///
  /// - Parameters:
  ///   - duration: The time until the deadline. Zero or less has passed already: nothing is sent.
  ///   - clock: The clock that the time is measured by; a test injects its own.
  public init(_ duration: Duration, on clock: CallClock = .continuous) {
    term = Term(duration: duration, end: clock.now + duration, clock: clock)
  }

  /// A deadline that ends with `first`, until ``extend(to:)`` moves it, for work that several calls wait for.
  init(sharing first: CallDeadline) {
    let end = first.term.end
    term = Term(duration: first.duration, end: end, clock: first.term.clock, latest: Locked(end))
  }

  /// Moves the end of a deadline that is shared by several calls to that of `other` if it is later; nil lifts the
  /// deadline. A deadline of one call never moves.
  func extend(to other: CallDeadline?) {
    let end = other.map { term.clock.now + $0.remaining } ?? .seconds(Int64.max)
    term.latest?.withLock { $0 = max($0, end) }
  }

  /// The time that was given as a whole.
  public var duration: Duration { term.duration }

  /// The time that is left; zero or less once the deadline has passed.
  public var remaining: Duration { term.end - term.clock.now }

  /// Whether the deadline has passed.
  public var hasPassed: Bool { remaining <= .zero }

  /// Runs `work` until it is done or time is up; then `work` is cancelled, its end waited for, and a value that it still
  /// returns is given to `discard`. A cancelled caller cancels the work.
  ///
  /// Work that is done without ever waiting costs no timer. The clock decides whether it was late, so the outcome
  /// does not depend on which of the two is faster when both come at the same moment.
  func run<Value: Sendable>(
    _ request: TransportRequest, discarding discard: (Value) -> Void = { _ in },
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    // The work is to hear of the cancellation, as a stream whose transfer then ends, and needs no second reason to stop.
    guard !Task.isCancelled else { return try await work() }
    guard !hasPassed else { throw exceeded(request) }
    let run = DeadlineRace<Value>()
    let task = Task.startedInPlace {
      do throws(NetworkRequestError) {
        run.end(with: .success(try await work()), isLate: hasPassed)
      } catch {
        run.end(with: .failure(error), isLate: hasPassed)
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

  /// A stream of the same chunks, each of which must come before the deadline.
  func bounding(_ stream: ByteStream, of request: TransportRequest) -> ByteStream {
    let pull = stream.makeAsyncIterator().pull
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      try await run(request, pull)
    }
  }

  /// The error of a call that this deadline ended.
  func exceeded(_ request: TransportRequest) -> NetworkRequestError {
    .deadlineExceeded(DeadlineFailure(deadline: duration, request: request))
  }
}

/// What all copies of a deadline share: it goes with the request through every layer.
private final class Term: Sendable {
  let duration: Duration
  let clock: CallClock
  let latest: Locked<Duration>?
  private let first: Duration

  var end: Duration { latest?.withLock { $0 } ?? first }

  init(duration: Duration, end: Duration, clock: CallClock, latest: Locked<Duration>? = nil) {
    (self.duration, self.clock, self.latest, first) = (duration, clock, latest, end)
  }
}

/// The race between work and its deadline: the first of the two decides the outcome.
private final class DeadlineRace<Value: Sendable>: Sendable {
  typealias Output = Result<Value, NetworkRequestError>

  enum Outcome: Sendable {
    case inTime(Output)
    case late(Output)
  }

  private enum State { case underWay, outOfTime, over(Outcome?) }

  private let state = Locked(State.underWay)

  /// Whether neither the work nor the time is over.
  var isUnderWay: Bool {
    state.withLock { if case .underWay = $0 { true } else { false } }
  }

  /// Records the end of the work.
  func end(with output: Output, isLate: Bool) {
    state.withLock { state in
      let isOut = if case .outOfTime = state { true } else { isLate }
      state = .over(isOut ? .late(output) : .inTime(output))
    }
  }

  /// Records that time is up, unless the work has ended.
  func runOutOfTime() {
    state.withLock { state in
      if case .underWay = state { state = .outOfTime }
    }
  }

  /// The result of the work, once; nil before its end, and afterwards.
  func takeOutcome() -> Outcome? {
    state.withLock { state in
      guard case .over(let outcome) = state else { return nil }
      state = .over(nil)
      return outcome
    }
  }
}
