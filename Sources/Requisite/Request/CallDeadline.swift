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

  /// Runs `work` until it is done or time is up; then it is cancelled and its end waited for.
  ///
  /// - Parameter tooLate: Gets the value of work that was done all the same when time was up.
  func run<Value: Sendable>(
    _ request: TransportRequest, tooLate: @Sendable (Value) -> Void = { _ in },
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    let remaining = remaining
    guard remaining > .zero else { throw exceeded(request) }
    let outcome = await withTaskGroup(of: Outcome<Value>.self) { group in
      group.addTask { .finished(await Result(catching: work)) }
      group.addTask { await wait(remaining) }
      var outcome = await group.next() ?? .clockStopped
      // The clock stops early only where the whole call is cancelled: then the work has the last word.
      if case .clockStopped = outcome { outcome = await group.next() ?? .clockStopped }
      group.cancelAll()
      guard case .timeIsUp = outcome else { return outcome }
      for await case .finished(.success(let value)) in group { tooLate(value) }
      return outcome
    }
    switch outcome {
    case .finished(let result): return try result.get()
    case .timeIsUp: throw exceeded(request)
    case .clockStopped: throw .cancelled(request)
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
