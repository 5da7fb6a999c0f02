/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let dispatcher = NetworkDispatcher(
///   transport: stub, clock: CallClock(clock))
/// let client = APIClient(
///   baseURL: "https://api.example.com", networkDispatcher: dispatcher)
///
/// async let todos = client.dispatch(
///   FindTodos(), attempts: 2, retryDelay: .seconds(3))
/// try await clock.sleepers(1)  // the wait between the attempts has begun
/// clock.advance(by: .seconds(3))  // and is over
/// _ = try await todos
/// ```
/// No task really sleeps, and nothing polls: moving the clock wakes sleepers, and ``sleepers(_:)`` returns when the
/// last sleeper that it waits for falls asleep. Sleepers are woken in the order of their deadlines; those of equal
/// deadlines in the order in which they fell asleep.
public final class TestClock: Clock, Sendable {
  private let state = Locked(Sleepers())

  /// Makes a clock that shows zero.
  public init() {}

  /// The time that the clock shows; it changes only when the clock is moved.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero, because the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on this clock.
  public var sleeperCount: Int { state.withLock { $0.count } }

  /// Sleeps until the clock is moved to `deadline` or past it; returns at once if it already shows that time.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = state.withLock { $0.nextTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.lieDown(Sleeper(deadline, ticket, continuation)) }.run()
      }
    } onCancel: {
      state.withLock { $0.cancel(ticket) }.run()
    }
  }

  /// Moves the clock forward by `duration` and wakes every sleeper whose deadline it reaches.
  ///
  /// Does not wait for what the tasks do next. A task that sleeps again does so from the new time.
  public func advance(by duration: Duration) {
    state.withLock { $0.move(to: $0.now.advanced(by: duration)) }.run()
  }

  /// Moves the clock to the latest deadline of the present sleepers, and wakes all of them.
  public func run() {
    state.withLock { $0.move(to: $0.lastDeadline) }.run()
  }

  /// Moves the clock to the earliest deadline of the present sleepers, and wakes those that sleep until then.
  public func advanceToNextDeadline() {
    state.withLock { $0.move(to: $0.firstDeadline) }.run()
  }

  /// Waits until at least `count` tasks sleep on this clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first, for example by the time limit of a test.
  public func sleepers(_ count: Int) async throws { try await sleepers(count, within: nil) }

  /// Waits until so many tasks sleep for no longer than a limit.
  private func sleepers(_ count: Int, within limit: Duration?) async throws {
    let ticket = state.withLock { $0.nextTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.watch(Watcher(count, ticket, continuation, limit: limit)) }.run()
      }
    } onCancel: {
      state.withLock { $0.cancel(ticket) }.run()
    }
  }
}

extension TestClock {
  /// Runs `work` to its end, and moves the clock to the next deadline whenever `count` tasks are asleep.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let todos = try await clock.run {
  ///   try await client.dispatch(FindTodos(), attempts: 3)
  /// }
  /// #expect(clock.now.offset == .seconds(2))  // two waits of a second
  /// ```
  /// With one sleeper at a time, as in a loop with waits, each run has the same result. If several tasks sleep at once,
  /// for example a deadline and a wait, give their number: the clock then moves only when all of them are asleep.
  ///
  /// - Parameters:
  ///   - count: The number of tasks. 1 by default.
  ///   - limit: The longest sleep that counts; nil, the default, for all. With a limit that is shorter than the time limits of
  ///     the work, such as the 60 seconds for the handshake of a WebSocket, the clock passes waits and no time limit.
  ///   - work: The work.
  public func run<Value: Sendable>(
    whenAsleep count: Int = 1, within limit: Duration? = nil,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let mover = Task {
      while true {
        try await sleepers(count, within: limit)
        advanceToNextDeadline()
      }
    }
    defer { mover.cancel() }
    return try await work()
  }
}

extension TestClock {
  /// A time that a ``TestClock`` can show.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was made.
    public let offset: Duration

    /// Makes the time that is `offset` after the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this time to `other`; negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// True if the left time is earlier than the right one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The time since the clock was made.
    public var description: String { offset.description }
  }
}
