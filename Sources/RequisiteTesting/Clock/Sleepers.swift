/// The tasks that sleep on a ``TestClock``, and the tests that wait for them. A value: each function returns
/// ``PendingWakeups``, which the caller runs after it has released the lock.
struct Sleepers {
  private(set) var now = TestClock.Instant()
  private var sleepers: [Sleeper] = []
  private var watchers = Watchers()
  private var lastTicket = 0

  var count: Int { sleepers.count }

  var firstDeadline: TestClock.Instant { sleepers.first?.deadline ?? now }

  var lastDeadline: TestClock.Instant { sleepers.last?.deadline ?? now }

  mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  mutating func lieDown(_ sleeper: Sleeper) -> PendingWakeups {
    // Checked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the sleeper.
    if Task.isCancelled { return PendingWakeups([(sleeper.continuation, CancellationError())]) }
    guard sleeper.deadline > now else { return PendingWakeups([(sleeper.continuation, nil)]) }
    let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: place)
    return watchers.reach(number(for:))
  }

  mutating func watch(_ watcher: Watcher) -> PendingWakeups {
    watchers.add(watcher, at: number(for:))
  }

  /// The number of sleepers that a watcher counts.
  private func number(for watcher: Watcher) -> Int {
    guard let limit = watcher.limit else { return sleepers.count }
    return sleepers.prefix { now.duration(to: $0.deadline) <= limit }.count
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

  init(
    _ deadline: TestClock.Instant, _ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    (self.deadline, self.ticket, self.continuation) = (deadline, ticket, continuation)
  }
}

/// A task that waits for a number of sleepers or requests.
struct Watcher {
  let count: Int
  let ticket: Int
  let continuation: CheckedContinuation<Void, any Error>
  /// The longest sleep that counts; nil for all.
  let limit: Duration?

  init(
    _ count: Int, _ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>, limit: Duration? = nil
  ) {
    (self.count, self.ticket, self.continuation, self.limit) = (count, ticket, continuation, limit)
  }
}

/// The tasks that wait for a count. A value: each function returns the tasks to wake after the lock is released.
struct Watchers {
  private var all: [Watcher] = []

  /// Adds a watcher. `count` returns the current number.
  mutating func add(_ watcher: Watcher, at count: (Watcher) -> Int) -> PendingWakeups {
    // Checked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the watcher.
    if Task.isCancelled { return PendingWakeups([(watcher.continuation, CancellationError())]) }
    all.append(watcher)
    return reach(count)
  }

  /// Removes the watchers whose count is reached.
  mutating func reach(_ count: (Watcher) -> Int) -> PendingWakeups {
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
