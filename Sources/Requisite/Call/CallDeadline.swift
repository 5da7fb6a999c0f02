/// The time by which a call must be over, including a streamed body.
///
/// ``RequestOptions/deadline`` starts a new deadline for each call. Create one yourself to share it between calls:
///
/// ```swift
/// let deadline = CallDeadline(.seconds(2))
/// let options = RequestOptions().with(\.sharedDeadline, deadline)
/// // All calls of this client end by then
/// let client = APIClient(baseURL: url, options: options)
/// ```
/// Copies share one deadline. A decorator that waits checks ``remaining`` first, and fails at once if the wait would
/// end past the deadline. A call that never waits sets no timer.
public struct CallDeadline: Sendable {
  private let term: Term

  /// Creates a deadline that begins to run now.
  ///
  /// - Parameters:
  ///   - duration: The time until the deadline. With zero or less the deadline has passed already, and nothing is sent.
  ///   - clock: The clock that measures the time; a test injects its own.
  public init(_ duration: Duration, on clock: CallClock = .continuous) {
    self.init(duration, since: clock.now, on: clock)
  }

  /// Creates a deadline that began to run at `start`, a time of the clock.
  init(_ duration: Duration, since start: Duration, on clock: CallClock) {
    term = Term(duration: duration, end: start + duration.bounded, clock: clock)
  }

  /// True if both are copies of one deadline.
  func isSame(as other: CallDeadline) -> Bool { term === other.term }

  /// Creates a deadline that ends with `first` until ``extend(to:)`` moves it, for work that several calls wait for.
  init(sharing first: CallDeadline) {
    let end = first.term.end
    term = Term(duration: first.duration, end: end, clock: first.term.clock, latest: Locked(end))
  }

  /// Moves the end of a shared deadline to that of `other` if that is later; nil removes the limit. The deadline of a
  /// single call never moves.
  func extend(to other: CallDeadline?) {
    let end = other.map { term.clock.now + $0.remaining } ?? .seconds(Int64.max)
    term.latest?.withLock { $0 = max($0, end) }
  }

  /// The time that the deadline was created with.
  public var duration: Duration { term.duration }

  /// The time until the deadline; zero or less once it has passed.
  public var remaining: Duration { term.end - term.clock.now }

  /// True if the deadline has passed.
  public var hasPassed: Bool { remaining <= .zero }

  /// Runs `work` until it is done or the time is up. Then it cancels `work`, waits for its end, and gives a value that
  /// `work` still returns to `discard`. Cancelling the caller cancels `work` too.
  ///
  /// Work that ends without waiting sets no timer. The clock decides whether the work was late, so the outcome does not
  /// depend on which event arrives first when both happen at once.
  func run<Value: Sendable>(
    _ request: TransportRequest, discarding discard: (Value) -> Void = { _ in },
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    // In a cancelled task the work itself reacts to the cancellation, such as a stream that ends its transfer, and
    // needs no deadline to stop.
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

  /// Waits for the end of a task, which is cancelled with its caller and when the time is up.
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

  /// Returns a stream of the same chunks, each of which must arrive before the deadline.
  func bounding(_ stream: ByteStream, of request: TransportRequest) -> ByteStream {
    let pull = stream.makeAsyncIterator().pull
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      try await run(request, pull)
    }
  }

  /// Returns the error of a call that this deadline ended.
  func exceeded(_ request: TransportRequest) -> NetworkRequestError {
    .deadlineExceeded(duration, request: request)
  }
}

/// The state that all copies of a deadline share. It travels with the request through every layer.
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

/// A race between work and its deadline. Whichever ends first decides the outcome.
private final class DeadlineRace<Value: Sendable>: Sendable {
  typealias Output = Result<Value, NetworkRequestError>

  enum Outcome: Sendable {
    case inTime(Output)
    case late(Output)
  }

  private enum State { case underWay, outOfTime, over(Outcome?) }

  private let state = Locked(State.underWay)

  /// True if neither the work nor the time is over.
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

  /// Returns the outcome of the work the first time it is called after the end of the work; nil before and afterwards.
  func takeOutcome() -> Outcome? {
    state.withLock { state in
      guard case .over(let outcome) = state else { return nil }
      state = .over(nil)
      return outcome
    }
  }
}
