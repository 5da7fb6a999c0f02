/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let client = APIClient(
///   baseURL: "https://api.example.com", transport: stub,
///   clock: CallClock(clock))
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
    try await state.wait { $0.enqueue(Sleeper(deadline: deadline, ticket: $1, continuation: $2)) }
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
    try await state.wait { $0.watch(Watcher(count: count, ticket: $1, continuation: $2, limit: limit)) }
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
  ///   - work: The work, which runs in the caller's task.
  /// - Throws: What `work` throws. If the task is cancelled, the clock is still moved until `work` ends.
  public func run<Value: Sendable>(
    whenAsleep count: Int = 1, within limit: Duration? = nil,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let mover = Task {
      while true {
        try await sleepers(count, within: limit)
        // Asked again under the lock that moves the clock: a sleeper may have been cancelled meanwhile.
        state.withLock { $0.moveToFirstDeadline(ofAtLeast: count, within: limit) }.run()
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

/// The tasks that sleep on a ``TestClock``, and the tests that wait for them. A value: each function returns
/// ``PendingWakeups``, which the caller runs after it has released the lock.
struct Sleepers: WaitingTasks {
  private(set) var now = TestClock.Instant()
  private var sleepers: [Sleeper] = []
  private var watchers = Watchers()
  var lastTicket = 0

  var count: Int { sleepers.count }

  var firstDeadline: TestClock.Instant { sleepers.first?.deadline ?? now }

  var lastDeadline: TestClock.Instant { sleepers.last?.deadline ?? now }

  mutating func enqueue(_ sleeper: Sleeper) -> PendingWakeups {
    // Checked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the sleeper.
    if Task.isCancelled { return PendingWakeups([(sleeper.continuation, CancellationError())]) }
    guard sleeper.deadline > now else { return PendingWakeups([(sleeper.continuation, nil)]) }
    let index = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: index)
    return watchers.wakeReached(number(for:))
  }

  mutating func watch(_ watcher: Watcher) -> PendingWakeups {
    watchers.add(watcher, at: number(for:))
  }

  /// The number of sleepers that a watcher counts.
  private func number(for watcher: Watcher) -> Int { number(within: watcher.limit) }

  private func number(within limit: Duration?) -> Int {
    guard let limit else { return sleepers.count }
    return sleepers.prefix { now.duration(to: $0.deadline) <= limit }.count
  }

  /// Moves the clock to the earliest deadline if at least `count` tasks sleep for no longer than a limit.
  mutating func moveToFirstDeadline(ofAtLeast count: Int, within limit: Duration?) -> PendingWakeups {
    move(to: number(within: limit) >= count ? firstDeadline : now)
  }

  mutating func cancel(_ ticket: Int) -> PendingWakeups {
    let found = sleepers.filter { $0.ticket == ticket }
    guard !found.isEmpty else { return watchers.cancel(ticket) }
    sleepers.removeAll { $0.ticket == ticket }
    return PendingWakeups(found.map { ($0.continuation, CancellationError()) })
  }

  mutating func move(to time: TestClock.Instant) -> PendingWakeups {
    now = max(now, time)
    let due = sleepers.prefix { $0.deadline <= now }
    sleepers.removeFirst(due.count)
    return PendingWakeups(due.map { ($0.continuation, nil) })
  }
}

/// A task that sleeps until a deadline.
struct Sleeper {
  let deadline: TestClock.Instant
  let ticket: Int
  let continuation: CheckedContinuation<Void, any Error>
}

/// A task that waits for a number of sleepers or requests.
struct Watcher {
  let count: Int
  let ticket: Int
  let continuation: CheckedContinuation<Void, any Error>
  /// The longest sleep that counts; nil for all.
  var limit: Duration?
}

/// The tasks that wait for a count. A value: each function returns the tasks to wake after the lock is released.
struct Watchers {
  private var all: [Watcher] = []

  /// Adds a watcher. `count` returns the current number.
  mutating func add(_ watcher: Watcher, at count: (Watcher) -> Int) -> PendingWakeups {
    // Checked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the watcher.
    if Task.isCancelled { return PendingWakeups([(watcher.continuation, CancellationError())]) }
    all.append(watcher)
    return wakeReached(count)
  }

  /// Removes the watchers whose count is reached.
  mutating func wakeReached(_ count: (Watcher) -> Int) -> PendingWakeups {
    let satisfied = all.filter { $0.count <= count($0) }
    all.removeAll { $0.count <= count($0) }
    return PendingWakeups(satisfied.map { ($0.continuation, nil) })
  }

  /// Removes the watcher with that ticket.
  mutating func cancel(_ ticket: Int) -> PendingWakeups {
    let found = all.filter { $0.ticket == ticket }
    all.removeAll { $0.ticket == ticket }
    return PendingWakeups(found.map { ($0.continuation, CancellationError()) })
  }
}

/// Tasks that wait under a lock, each by a ticket of its own.
protocol WaitingTasks: SendableMetatype {
  var lastTicket: Int { get set }
  /// Removes the task with that ticket, which was cancelled.
  mutating func cancel(_ ticket: Int) -> PendingWakeups
}

extension Locked where Value: WaitingTasks {
  /// Waits until the continuation that `add` gets is resumed, or the task is cancelled.
  func wait(
    _ add: (inout Value, _ ticket: Int, CheckedContinuation<Void, any Error>) -> PendingWakeups
  ) async throws {
    let ticket = withLock { tasks in
      tasks.lastTicket += 1
      return tasks.lastTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        withLock { add(&$0, ticket, continuation) }.run()
      }
    } onCancel: {
      withLock { $0.cancel(ticket) }.run()
    }
  }
}

/// The continuations to resume, in order, and the error of each.
struct PendingWakeups {
  private let all: [(continuation: CheckedContinuation<Void, any Error>, error: (any Error)?)]

  init(_ all: [(CheckedContinuation<Void, any Error>, (any Error)?)]) {
    self.all = all
  }

  func run() {
    for (continuation, error) in all {
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
  }
}
