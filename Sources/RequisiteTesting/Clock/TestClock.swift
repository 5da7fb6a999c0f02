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
/// try await clock.sleepers(1)  // the wait between the attempts has started
/// clock.advance(by: .seconds(3))  // and is over
/// _ = try await todos
/// ```
/// No task really sleeps, and nothing polls: moving the clock wakes sleepers, and ``sleepers(_:)`` returns when the
/// last sleeper that it waits for falls asleep. Sleepers are woken in the order of their deadlines; those of equal
/// deadlines in the order in which they fell asleep.
public final class TestClock: Clock, Sendable {
  private let state = Locked(Sleepers())
  private let waiters = Waiters<Bool>()

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
    try await wait { $0.enqueue(Sleeper(deadline: deadline, ticket: $1)) }
  }

  /// Moves the clock forward by `duration` and wakes every sleeper whose deadline it reaches.
  ///
  /// Does not wait for what the tasks do next. A task that sleeps again does so from the new time.
  public func advance(by duration: Duration) {
    waiters.wake(state.withLock { $0.move(to: $0.now.advanced(by: duration)) })
  }

  /// Moves the clock to the latest deadline of the present sleepers, and wakes all of them.
  public func run() {
    waiters.wake(state.withLock { $0.move(to: $0.lastDeadline) })
  }

  /// Moves the clock to the earliest deadline of the present sleepers, and wakes those that sleep until then.
  public func advanceToNextDeadline() {
    waiters.wake(state.withLock { $0.move(to: $0.firstDeadline) })
  }

  /// Waits until at least `count` tasks sleep on this clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first, for example by the time limit of a test.
  public func sleepers(_ count: Int) async throws { try await sleepers(count, within: nil) }

  /// Waits until this number of tasks sleep for no longer than a limit.
  private func sleepers(_ count: Int, within limit: Duration?) async throws {
    try await wait { $0.watch(Watcher(count: count, ticket: $1, limit: limit)) }
  }

  private func wait(_ join: (inout Sleepers, _ ticket: Int) -> [Int]) async throws {
    try await waiters.wait { ticket in
      state.withLock { join(&$0, ticket) }
    } leave: { [state] ticket in
      state.withLock { $0.cancel(ticket) }
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
        waiters.wake(state.withLock { $0.moveToFirstDeadline(ofAtLeast: count, within: limit) })
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

/// The tasks that sleep on a ``TestClock``, and the tests that wait for them, by their tickets. A value: each function returns
/// those that its caller has to wake after it has released the lock.
struct Sleepers {
  private(set) var now = TestClock.Instant()
  private var sleepers: [Sleeper] = []
  private var watchers = Watchers()

  var count: Int { sleepers.count }

  var firstDeadline: TestClock.Instant { sleepers.first?.deadline ?? now }

  var lastDeadline: TestClock.Instant { sleepers.last?.deadline ?? now }

  mutating func enqueue(_ sleeper: Sleeper) -> [Int] {
    guard sleeper.deadline > now else { return [sleeper.ticket] }
    let index = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: index)
    return watchers.wakeReached(number(for:))
  }

  mutating func watch(_ watcher: Watcher) -> [Int] {
    watchers.add(watcher, at: number(for:))
  }

  /// The number of sleepers that a watcher counts.
  private func number(for watcher: Watcher) -> Int { number(within: watcher.limit) }

  private func number(within limit: Duration?) -> Int {
    guard let limit else { return sleepers.count }
    return sleepers.prefix { now.duration(to: $0.deadline) <= limit }.count
  }

  /// Moves the clock to the earliest deadline if at least `count` tasks sleep for no longer than a limit.
  mutating func moveToFirstDeadline(ofAtLeast count: Int, within limit: Duration?) -> [Int] {
    move(to: number(within: limit) >= count ? firstDeadline : now)
  }

  /// Removes the task with that ticket. Returns false if there is none.
  mutating func cancel(_ ticket: Int) -> Bool {
    guard let index = sleepers.firstIndex(where: { $0.ticket == ticket }) else {
      return watchers.cancel(ticket)
    }
    sleepers.remove(at: index)
    return true
  }

  mutating func move(to time: TestClock.Instant) -> [Int] {
    now = max(now, time)
    let due = sleepers.prefix { $0.deadline <= now }
    sleepers.removeFirst(due.count)
    return due.map(\.ticket)
  }
}

/// A task that sleeps until a deadline.
struct Sleeper {
  let deadline: TestClock.Instant
  let ticket: Int
}

/// A task that waits for a number of sleepers or requests.
struct Watcher {
  let count: Int
  let ticket: Int
  /// The longest sleep that counts; nil for all.
  var limit: Duration?
}

/// The tasks that wait for a count. A value: each function returns the tasks to wake after the lock is released.
struct Watchers {
  private var all: [Watcher] = []

  /// Adds a watcher. `count` returns the current number.
  mutating func add(_ watcher: Watcher, at count: (Watcher) -> Int) -> [Int] {
    all.append(watcher)
    return wakeReached(count)
  }

  /// Removes the watchers whose count is reached.
  mutating func wakeReached(_ count: (Watcher) -> Int) -> [Int] {
    let satisfied = all.filter { $0.count <= count($0) }
    all.removeAll { $0.count <= count($0) }
    return satisfied.map(\.ticket)
  }

  /// Removes the watcher with that ticket. Returns false if there is none.
  mutating func cancel(_ ticket: Int) -> Bool {
    guard let index = all.firstIndex(where: { $0.ticket == ticket }) else { return false }
    all.remove(at: index)
    return true
  }
}

extension Waiters<Bool> {
  /// Waits until the task is woken. `join` puts its ticket into a queue, and returns those to wake, of which it can be one.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  func wait(join: (_ ticket: Int) -> [Int], leave: @escaping @Sendable (_ ticket: Int) -> Bool) async throws {
    let isWoken = await wait(orIfCancelled: false) { ticket in
      wake(join(ticket))
      return nil
    } leave: {
      leave($0)
    }
    guard isWoken else { throw CancellationError() }
  }

  /// Wakes tasks, in order.
  func wake(_ tickets: [Int]) {
    for ticket in tickets { resume(ticket, returning: true) }
  }
}
