extension Transport {
  /// Sends a second request if the first response takes longer than `delay`, and returns the response that arrives first.
  ///
  /// This shortens the few calls that hit a slow server or a lost packet.
  ///
  /// ```swift
  /// // About what 95 % of calls stay below
  /// let transport = DefaultTransport.shared.hedged(after: .milliseconds(200))
  /// ```
  /// Only requests with a safe method (RFC 9110 §9.2.1) and a body that can be sent again are hedged, and only if their
  /// response is delivered in memory or as a stream, because a file has one owner, and if they have no
  /// ``RequestOptions/onProgress``, because the progress of two transfers cannot be reported as one. All other requests pass through
  /// unchanged. A first request that fails before the delay is over is not hedged: that is left to retries. While two
  /// requests are under way, a failure (an error, or a retryable status such as 503 with its body in memory) waits for the
  /// result of the other request. The request that loses is cancelled. Both have the task priority that the call has when it begins.
  /// Layers further in see ``TransportRequest/isHedge`` of the second request, and a log names it.
  ///
  /// - Parameters:
  ///   - delay: How long the first request runs alone.
  ///   - budget: Limits the second requests of all calls together, so that a server that becomes slow does not get twice
  ///     the load. By default each layer has a ``RetryBudget`` of its own; nil for no limit.
  ///   - clock: The clock that measures the delay; the call's own (``TransportRequest/clock``) by default.
  public func hedged(
    after delay: Duration, budget: RetryBudget? = RetryBudget(), clock: CallClock? = nil
  ) -> some Transport {
    HedgingTransport(upstream: self, delay: delay, budget: budget, clock: clock)
  }
}

/// The transport that sends a second request through `upstream` if the first response takes longer than `delay`.
struct HedgingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let delay: Duration
  let budget: RetryBudget?
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.mayBeHedged else { return try await upstream.send(request) }
    guard !Task.isCancelled else { throw .cancelled(request) }
    budget?.deposit()
    let clock = clock ?? request.clock
    let due = clock.now + delay.bounded
    let race = HedgeRace { isHedge in await upstream.outcome(of: isHedge ? request.asHedge : request) }
    race.start(asHedge: false)
    if let response = race.earlyOutcome() { return try response.get() }
    let alarm = clock.alarm(at: due) { race.delayIsOver() }
    defer { alarm.cancel() }
    let end = await withTaskCancellationHandler {
      await race.run { mayStartSecond(request) }
    } onCancel: {
      race.cancel()
    }
    guard let end else { throw .cancelled(request) }
    return try end.get()
  }

  private func mayStartSecond(_ request: TransportRequest) -> Bool {
    guard !Task.isCancelled, budget?.withdraw() ?? true else { return false }
    if let record = request.record { record.note("hedge", "sent a second request", since: record.now) }
    return true
  }
}

extension TransportRequest {
  /// True for the second request that a hedge sends, so that a layer further in can tell it from the first one, which has
  /// the same ``id``. See ``Transport/hedged(after:budget:clock:)``.
  public var isHedge: Bool { options[IsHedgeKey.self] }

  fileprivate var asHedge: TransportRequest { copy(self) { $0.options[IsHedgeKey.self] = true } }

  fileprivate var mayBeHedged: Bool {
    switch delivery {
    case .file, .opened: return false
    case .buffered, .streamed: return method.isSafe && body.isReplayable && options.onProgress == nil
    }
  }
}

private enum IsHedgeKey: RequestOptionKey { static let defaultValue = false }

/// One or two attempts at one request. The first response whose status is not retryable wins; the other result is
/// discarded.
final class HedgeRace: Sendable {
  typealias Outcome = Result<TransportResponse, NetworkRequestError>

  private enum Event: Sendable {
    case outcome(Outcome)
    case due
  }

  private struct Attempts {
    var tasks: [Task<Void, Never>] = []
    var isOver = false
  }

  private let attempt: @Sendable (_ isHedge: Bool) async -> Outcome
  private let events = AsyncQueue<Event>()
  private let attempts = Locked(Attempts())

  init(attempt: @escaping @Sendable (_ isHedge: Bool) async -> Outcome) {
    self.attempt = attempt
  }

  /// Starts an attempt.
  func start(asHedge isHedge: Bool) {
    let task = Task.startedInPlace { [attempt, events] in
      events.put(.outcome(await attempt(isHedge)))
    }
    let isOver = attempts.withLock { attempts in
      attempts.tasks.append(task)
      return attempts.isOver
    }
    if isOver { task.cancel() }
  }

  /// Returns the result of an attempt that ended without suspending, or nil if the attempt is still under way.
  func earlyOutcome() -> Outcome? {
    guard case .outcome(let outcome)? = events.takeFirst() else { return nil }
    return outcome
  }

  /// Records that the first attempt is taking longer than the delay.
  func delayIsOver() { events.put(.due) }

  /// Cancels all attempts, including those that start later.
  func cancel() {
    let tasks = attempts.withLock { attempts in
      attempts.isOver = true
      return attempts.tasks
    }
    for task in tasks { task.cancel() }
  }

  /// Returns the first response that ends the race, or the last outcome if none does. Starts a second attempt when the
  /// delay is over and `mayStartSecond` returns true. All attempts have ended when this returns.
  func run(startingSecondIf mayStartSecond: () -> Bool) async -> Outcome? {
    var running = 1
    var last: Outcome?
    var wasSent = false
    while running > 0, last?.isSuccess != true {
      switch await events.next() {
      case .outcome(let outcome):
        running -= 1
        last?.discard()
        wasSent = wasSent || outcome.wasSent
        last = wasSent ? outcome.mapError { $0.afterSending() } : outcome
      case .due where mayStartSecond():
        running += 1
        start(asHedge: true)
      case .due: continue
      }
    }
    cancel()
    await discard(running)
    return last
  }

  /// Waits for the attempts that lost, so that no part of a call runs on after the call has ended.
  private func discard(_ count: Int) async {
    var running = count
    while running > 0 {
      guard case .outcome(let outcome) = await events.next() else { continue }
      running -= 1
      outcome.discard()
    }
  }
}

extension HedgeRace.Outcome {
  /// True if the outcome ends the race: a response whose status is not retryable, or one as a stream, which may hold a throttle slot
  /// that the other request waits for.
  fileprivate var isSuccess: Bool {
    guard case .success(let response) = self else { return false }
    if case .stream = response.body { return true }
    return !NetworkRequestError.retryableStatuses.contains(response.status)
  }

  fileprivate func discard() {
    if case .success(let response) = self { response.body.discard() }
  }
}

/// A queue that several tasks fill and one task reads, in order of arrival.
private final class AsyncQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var reader: CheckedContinuation<Element, Never>?
  }

  private let state = Locked(State())

  func put(_ element: Element) {
    let reader = state.withLock { state in
      if state.reader == nil { state.waiting.append(element) }
      return state.reader.take()
    }
    reader?.resume(returning: element)
  }

  /// Removes and returns the first element; nil if the queue is empty.
  func takeFirst() -> Element? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Removes and returns the first element; waits for one if the queue is empty. One reader at a time.
  func next() async -> Element {
    await withCheckedContinuation { reader in
      let first = state.withLock { state -> Element? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.reader = reader
        return nil
      }
      if let first { reader.resume(returning: first) }
    }
  }
}
