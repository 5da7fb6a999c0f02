/// Who is asleep on a ``TestClock``, and who waits for sleepers. A value: what is to be woken is handed out as
/// ``Wakings``, to be woken when the lock is no longer held.
struct Sleepers {
  private(set) var now = TestClock.Instant()
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []
  private var lastTicket = 0

  var count: Int { sleepers.count }

  var firstDeadline: TestClock.Instant { sleepers.first?.deadline ?? now }

  var lastDeadline: TestClock.Instant { sleepers.last?.deadline ?? now }

  mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  mutating func lieDown(_ sleeper: Sleeper) -> Wakings {
    // Asked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the sleeper.
    if Task.isCancelled { return Wakings([(sleeper.continuation, CancellationError())]) }
    guard sleeper.deadline > now else { return Wakings([(sleeper.continuation, nil)]) }
    let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: place)
    return satisfiedWatchers()
  }

  mutating func watch(_ watcher: Watcher) -> Wakings {
    if Task.isCancelled { return Wakings([(watcher.continuation, CancellationError())]) }
    watchers.append(watcher)
    return satisfiedWatchers()
  }

  mutating func cancel(_ ticket: Int) -> Wakings {
    let found =
      sleepers.filter { $0.ticket == ticket }.map(\.continuation)
      + watchers.filter { $0.ticket == ticket }.map(\.continuation)
    sleepers.removeAll { $0.ticket == ticket }
    watchers.removeAll { $0.ticket == ticket }
    return Wakings(found.map { ($0, CancellationError()) })
  }

  mutating func move(to time: TestClock.Instant) -> Wakings {
    now = max(now, time)
    let due = sleepers.prefix { $0.deadline <= now }
    sleepers.removeFirst(due.count)
    return Wakings(due.map { ($0.continuation, nil) })
  }

  private mutating func satisfiedWatchers() -> Wakings {
    let count = sleepers.count
    let satisfied = watchers.filter { $0.count <= count }
    watchers.removeAll { $0.count <= count }
    return Wakings(satisfied.map { ($0.continuation, nil) })
  }
}

/// One who sleeps until a deadline.
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

/// One who waits until so many are asleep.
struct Watcher {
  let count: Int
  let ticket: Int
  let continuation: CheckedContinuation<Void, any Error>

  init(_ count: Int, _ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    (self.count, self.ticket, self.continuation) = (count, ticket, continuation)
  }
}

/// Who is to be woken, in order, and with what error.
struct Wakings {
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
