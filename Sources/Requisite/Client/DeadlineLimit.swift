/// A point in time past which nothing of a call may run: neither its way to the reply, nor its body.
struct DeadlineLimit: Sendable {
  private let deadline: Duration
  private let end: Duration
  private let clock: CallClock
  private let request: TransportRequest

  init(_ deadline: Duration, of request: TransportRequest, on clock: CallClock) {
    self.deadline = deadline
    self.request = request
    self.clock = clock
    end = clock.now + deadline
  }

  /// Runs `work` until it is done or time is up; then it is cancelled and its end waited for.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    let remaining = end - clock.now
    guard remaining > .zero else { throw exceeded }
    let outcome = await withTaskGroup(of: Outcome<Value>.self) { group in
      group.addTask { .finished(await Result(catching: work)) }
      group.addTask { await wait(remaining) }
      var outcome = await group.next() ?? .clockStopped
      // The clock stops early only where the whole call is cancelled: then the work has the last word.
      if case .clockStopped = outcome { outcome = await group.next() ?? .clockStopped }
      group.cancelAll()
      return outcome
    }
    switch outcome {
    case .finished(let result): return try result.get()
    case .timeIsUp: throw exceeded
    case .clockStopped: throw .cancelled(request)
    }
  }

  /// The same chunks, each of which must come before the end.
  func bounding(_ stream: ByteStream) -> ByteStream {
    let pull = stream.makeAsyncIterator().pull
    return ByteStream { () async throws(NetworkRequestError) -> Data? in try await run(pull) }
  }

  private var exceeded: NetworkRequestError {
    .deadlineExceeded(DeadlineFailure(deadline: deadline, request: request))
  }

  private func wait<Value>(_ duration: Duration) async -> Outcome<Value> {
    do {
      try await clock.sleep(for: duration)
      return .timeIsUp
    } catch {
      return .clockStopped
    }
  }
}

private enum Outcome<Value: Sendable>: Sendable {
  case finished(Result<Value, NetworkRequestError>)
  case timeIsUp
  case clockStopped
}
