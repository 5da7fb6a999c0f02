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
  private let state: DeadlineState

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
    state = DeadlineState(duration: duration, end: start + duration.bounded, clock: clock)
  }

  /// True if both are copies of one deadline.
  func isSame(as other: CallDeadline) -> Bool { state === other.state }

  /// Creates a deadline that ends with `first` until ``extend(to:)`` moves it, for work that several calls wait for.
  init(sharing first: CallDeadline) {
    let end = first.state.end
    state = DeadlineState(duration: first.duration, end: end, clock: first.state.clock, latest: Locked(end))
  }

  /// Moves the end of a shared deadline to that of `other` if that is later; nil removes the limit. The deadline of a
  /// single call never moves.
  func extend(to other: CallDeadline?) {
    let end = other.map { state.clock.now + $0.remaining } ?? .seconds(Int64.max)
    state.latest?.withLock { $0 = max($0, end) }
  }

  /// The time that the deadline was created with.
  public var duration: Duration { state.duration }

  /// The time until the deadline; zero or less once it has passed.
  public var remaining: Duration { state.end - state.clock.now }

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
    if run.isInProgress { await wait(for: task) { run.expire() } }
    switch run.takeOutcome() {
    case .onTime(let result): return try result.get()
    case .late(.success(let value)): discard(value)
    case .late(.failure), nil: break
    }
    throw Task.isCancelled ? .cancelled(request) : exceeded(request)
  }

  /// Waits for the end of a task, which is cancelled with its caller and when the time is up.
  private func wait(
    for task: Task<Void, Never>, onExpiry expire: @escaping @Sendable () -> Void
  ) async {
    let alarm = state.clock.alarm(at: state.end) {
      expire()
      task.cancel()
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    alarm.cancel()
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
private final class DeadlineState: Sendable {
  let duration: Duration
  let clock: CallClock
  let latest: Locked<Duration>?
  private let first: Duration

  var end: Duration { latest?.withLock { $0 } ?? first }

  init(duration: Duration, end: Duration, clock: CallClock, latest: Locked<Duration>? = nil) {
    self.duration = duration
    self.clock = clock
    self.latest = latest
    first = end
  }
}

/// A race between work and its deadline. Whichever ends first decides the outcome.
private final class DeadlineRace<Value: Sendable>: Sendable {
  typealias Output = Result<Value, NetworkRequestError>

  enum Outcome: Sendable {
    case onTime(Output)
    case late(Output)
  }

  private enum State { case inProgress, expired, ended(Outcome?) }

  private let state = Locked(State.inProgress)

  /// True if neither the work nor the time is over.
  var isInProgress: Bool {
    state.withLock { if case .inProgress = $0 { true } else { false } }
  }

  /// Records the end of the work.
  func end(with output: Output, isLate: Bool) {
    state.withLock { state in
      let hasExpired = if case .expired = state { true } else { isLate }
      state = .ended(hasExpired ? .late(output) : .onTime(output))
    }
  }

  /// Records that time is up, unless the work has ended.
  func expire() {
    state.withLock { state in
      if case .inProgress = state { state = .expired }
    }
  }

  /// Returns the outcome of the work the first time it is called after the end of the work; nil before and afterwards.
  func takeOutcome() -> Outcome? {
    state.withLock { state in
      guard case .ended(let outcome) = state else { return nil }
      state = .ended(nil)
      return outcome
    }
  }
}

/// A response whose body can be replaced by one that ends at a deadline.
protocol BodyReplacing: Sendable {
  var body: TransportResponse.Body { get }
  func replacing(body: TransportResponse.Body) -> Self
}

extension TransportResponse: BodyReplacing {
  /// This response with another body.
  func replacing(body: TransportResponse.Body) -> TransportResponse {
    copy(self) { $0.body = body }
  }
}

extension NetworkResponse: BodyReplacing {}

extension CallDeadline {
  /// Sends a request with `send` within this deadline. The dispatcher, ``Transport/deadline(_:clock:)`` and terminal
  /// transports all bound calls with this function.
  ///
  /// Inner layers read the deadline from ``TransportRequest/deadline``. It bounds the chunks of a streamed body as
  /// well. A response that arrives after the deadline is discarded, and its file deleted.
  ///
  /// - Throws: ``NetworkRequestError/deadlineExceeded(_:request:)`` if the time is up, and what `send` throws.
  func bound<Response: BodyReplacing>(
    _ request: TransportRequest,
    _ send: @escaping @Sendable (TransportRequest) async throws(NetworkRequestError) -> Response
  ) async throws(NetworkRequestError) -> Response {
    let bounded = request.deadline?.isSame(as: self) == true ? request : request.bounded(by: self)
    let response = try await run(request, discarding: { $0.body.discard() }) {
      () async throws(NetworkRequestError) in
      try await send(bounded)
    }
    guard case .stream(let stream) = response.body else { return response }
    return response.replacing(body: .stream(bounding(stream, of: request)))
  }

  /// Returns the deadline that ends first; nil without any.
  static func earliest(_ first: CallDeadline?, _ second: CallDeadline?) -> CallDeadline? {
    guard let first, let second else { return first ?? second }
    return second.remaining < first.remaining ? second : first
  }
}

extension TransportRequest {
  /// Returns the deadline that a wait of this length would outlast: that of the call, or the one that it shares with other
  /// calls. Returns nil if the wait ends before both. Every layer that waits asks this first, and fails at once.
  func deadline(exceededBy wait: Duration) -> CallDeadline? {
    guard let earliest = CallDeadline.earliest(deadline, options.sharedDeadline) else { return nil }
    return earliest.remaining <= wait ? earliest : nil
  }

  /// Returns the deadline of a call that begins now, or began at `start`: the earliest of an outer layer's, the one that its
  /// options share with other calls, and ``RequestOptions/deadline`` counted from then. Returns nil without any of them.
  func effectiveDeadline(on clock: CallClock, since start: Duration? = nil) -> CallDeadline? {
    guard !options.isEmpty else { return deadline }
    let shared = CallDeadline.earliest(deadline, options.sharedDeadline)
    guard let duration = options.deadline else { return shared }
    return .earliest(shared, CallDeadline(duration, since: start ?? clock.now, on: clock))
  }

  /// The request with a record and with the deadline of its call, which begins now, or began with `record`.
  consuming func starting(on clock: CallClock, with record: CallRecord? = nil) -> TransportRequest {
    let deadline = effectiveDeadline(on: clock, since: record?.start)
    return recorded(on: clock, in: record).bounded(by: deadline)
  }
}
