/// One who waits until there are so many: sleepers, or requests.
struct Watcher {
  let count: Int
  let ticket: Int
  let continuation: CheckedContinuation<Void, any Error>

  init(_ count: Int, _ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    (self.count, self.ticket, self.continuation) = (count, ticket, continuation)
  }
}

/// All who wait for a count. A value: who is to be woken is handed out, to be woken when no lock is held.
struct Watchers {
  private var all: [Watcher] = []

  /// Adds one; `count` is what there is now.
  mutating func add(_ watcher: Watcher, at count: Int) -> PendingWakeups {
    // Asked under the lock: either the cancellation is seen here, or `cancel` comes later and finds the watcher.
    if Task.isCancelled { return PendingWakeups([(watcher.continuation, CancellationError())]) }
    all.append(watcher)
    return reach(count)
  }

  /// Takes out those who wait for no more than `count`.
  mutating func reach(_ count: Int) -> PendingWakeups {
    let satisfied = all.filter { $0.count <= count }
    all.removeAll { $0.count <= count }
    return PendingWakeups(satisfied.map { ($0.continuation, nil) })
  }

  /// Takes out the one with that ticket.
  mutating func cancel(_ ticket: Int) -> PendingWakeups {
    let found = all.filter { $0.ticket == ticket }
    all.removeAll { $0.ticket == ticket }
    return PendingWakeups(found.map { ($0.continuation, CancellationError()) })
  }
}
