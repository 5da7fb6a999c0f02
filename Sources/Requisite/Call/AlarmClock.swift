/// A clock that rings any number of alarms with one sleeping task.
///
/// The system keeps the timer of a cancelled sleep until its time comes: some 700 bytes for a minute, for each call
/// that ends before its deadline, as nearly all do. So all alarms of a clock share one sleep, until the earliest of
/// their times. Calling off that alarm does not end the sleep; the sleeper ends when no alarm is left.
package final class AlarmClock: Sendable {
  private struct State {
    var queue = AlarmQueue()
    /// The time at which the sleeper wakes; nil without a sleeper.
    var wakeUp: Duration?
    var sleeper: Task<Void, Never>?
    var lastSleeper = 0
  }

  private let state = Locked(State())
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  /// The number of alarms that are set.
  var count: Int { state.withLock { $0.queue.count } }

  /// Sets an alarm, which calls `ring` at `time`, on a thread that may block.
  ///
  /// - Returns: The ticket that calls the alarm off.
  func set(at time: Duration, _ ring: @escaping AlarmQueue.Ring) -> Int {
    let (ticket, replaced) = state.withLock { state in
      let ticket = state.queue.add(ring, at: time)
      if let wakeUp = state.wakeUp, wakeUp <= time { return (ticket, nil as Task<Void, Never>?) }
      let replaced = state.sleeper
      state.lastSleeper += 1
      let number = state.lastSleeper
      state.wakeUp = time
      state.sleeper = Task.detached { await self.keepWaking(from: time, as: number) }
      return (ticket, replaced)
    }
    replaced?.cancel()
    return ticket
  }

  /// Calls off an alarm, unless it has already rung.
  func callOff(_ ticket: Int) {
    state.withLock { $0.queue.remove(ticket) }
  }

  /// Sleeps from one alarm to the next, until no alarm is set or another sleeper has taken over.
  private func keepWaking(from first: Duration, as number: Int) async {
    var time = first
    while true {
      // The sleeper was replaced, or the clock stopped before the time. Then no alarm rings any more.
      do { try await sleep(time - now()) } catch { return }
      let rings = state.withLock { state -> [AlarmQueue.Ring] in
        guard state.lastSleeper == number else { return [] }
        let rings = state.queue.due(at: now())
        state.wakeUp = state.queue.first
        if state.wakeUp == nil { state.sleeper = nil }
        return rings
      }
      // A ring cancels tasks, and that runs their cancellation handlers, which are the user's.
      for ring in rings { BlockingQueue.foreign.submit(ring) }
      guard let next = state.withLock({ $0.lastSleeper == number ? $0.wakeUp : nil }) else { return }
      time = next
    }
  }
}

/// Work that a clock does at a certain time, unless it is called off.
package enum Alarm: Sendable {
  /// An alarm of a clock whose alarms share one sleeper.
  case shared(AlarmClock, ticket: Int)
  /// An alarm with a sleeper of its own.
  case alone(Task<Void, Never>)

  /// Calls off the alarm, unless it has already rung.
  package func callOff() {
    switch self {
    case .shared(let clock, let ticket): clock.callOff(ticket)
    case .alone(let sleeper): sleeper.cancel()
    }
  }
}

/// Alarms ordered by time, the earliest first. A value: ``due(at:)`` returns the alarms to ring, so the caller can ring
/// them without holding a lock.
///
/// A called-off alarm stays in the heap until it comes to the front, or until most entries are called off. Nearly all
/// alarms are called off, so that must be cheap.
struct AlarmQueue {
  typealias Ring = @Sendable () -> Void

  private struct Entry: Comparable {
    let time: Duration
    let ticket: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.time == right.time ? left.ticket < right.ticket : left.time < right.time
    }
  }

  private static let spare = 64

  private var entries = Heap<Entry>()
  private var rings: [Int: Ring] = [:]
  private var lastTicket = 0

  /// The number of alarms that will ring.
  var count: Int { rings.count }

  /// The number of entries in the heap, including called-off alarms.
  var kept: Int { entries.count }

  /// The time of the next alarm; nil without alarms.
  var first: Duration? { entries.first?.time }

  /// Adds an alarm and returns the ticket that removes it.
  mutating func add(_ ring: @escaping Ring, at time: Duration) -> Int {
    lastTicket += 1
    rings[lastTicket] = ring
    entries.insert(Entry(time: time, ticket: lastTicket))
    return lastTicket
  }

  /// Removes an alarm; does nothing if it rang or was removed already.
  mutating func remove(_ ticket: Int) {
    guard rings.removeValue(forKey: ticket) != nil else { return }
    if entries.count > 2 * rings.count + Self.spare {
      entries.removeAll { rings[$0.ticket] == nil }
    }
    dropDead()
  }

  /// Removes and returns the alarms whose time has come.
  mutating func due(at now: Duration) -> [Ring] {
    var due: [Ring] = []
    while let first = entries.first, first.time <= now {
      if let ring = rings.removeValue(forKey: first.ticket) { due.append(ring) }
      entries.removeFirst()
    }
    dropDead()
    return due
  }

  /// Removes called-off alarms from the front, so that the first entry is one that will ring.
  private mutating func dropDead() {
    if rings.isEmpty { return entries.removeAll() }
    while let first = entries.first, rings[first.ticket] == nil { entries.removeFirst() }
  }
}
