/// One or two attempts at one request. The first response whose status is not retryable wins; the other result is
/// discarded.
final class HedgeRace: Sendable {
  typealias Outcome = Result<TransportResponse, NetworkRequestError>

  private enum Event: Sendable {
    case outcome(Outcome, isHedge: Bool)
    case due
  }

  /// The result of the race, and whether it is that of the second attempt.
  typealias End = (outcome: Outcome, isHedge: Bool)

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
      events.put(.outcome(await attempt(isHedge), isHedge: isHedge))
    }
    let isOver = attempts.withLock { attempts in
      attempts.tasks.append(task)
      return attempts.isOver
    }
    if isOver { task.cancel() }
  }

  /// Returns the result of an attempt that ended without suspending, or nil if the attempt is still under way.
  func earlyOutcome() -> Outcome? {
    guard case .outcome(let outcome, _)? = events.takeFirst() else { return nil }
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
  func run(startingSecondIf mayStartSecond: () -> Bool) async -> End? {
    var underWay = 1
    var last: End?
    var wasSent = false
    while underWay > 0, last?.outcome.isGood != true {
      switch await events.next() {
      case .outcome(let outcome, let isHedge):
        underWay -= 1
        last?.outcome.discard()
        wasSent = wasSent || outcome.wasSent
        last = (wasSent ? outcome.mapError { $0.afterSending() } : outcome, isHedge)
      case .due where mayStartSecond():
        underWay += 1
        start(asHedge: true)
      case .due: continue
      }
    }
    cancel()
    await discard(underWay)
    return last
  }

  /// Waits for the attempts that lost, so that no part of a call runs on after the call has ended.
  private func discard(_ count: Int) async {
    var underWay = count
    while underWay > 0 {
      guard case .outcome(let outcome, _) = await events.next() else { continue }
      underWay -= 1
      outcome.discard()
    }
  }
}

extension HedgeRace.Outcome {
  /// True if the outcome ends the race: a response whose status is not retryable, or one as a stream, which may hold a place
  /// that the other request waits for.
  fileprivate var isGood: Bool {
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
