/// Who is asleep on a ``TestClock``, and who waits for sleepers. A value: what is to be woken is handed out as
/// ``PendingWakeups``, to be woken when the lock is no longer held.
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
    // Asked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the sleeper.
    if Task.isCancelled { return PendingWakeups([(sleeper.continuation, CancellationError())]) }
    guard sleeper.deadline > now else { return PendingWakeups([(sleeper.continuation, nil)]) }
    let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: place)
    return watchers.reach(sleepers.count)
  }

  mutating func watch(_ watcher: Watcher) -> PendingWakeups {
    watchers.add(watcher, at: sleepers.count)
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
