/// Wakes many with one sleeper.
///
/// A sleep that is cancelled leaves its timer with the system until the time it was for: some 700 bytes for a minute,
/// for each call that is done before its deadline, as nearly all are. So all alarms of this clock share one sleep:
/// to the earliest of their times. It is kept when that alarm is called off, and ends after the last alarm.
final class AlarmClock: Sendable {
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

  /// Sets an alarm: `ring` is called at that time, and must be short, for other alarms wait for it. The ticket calls it off.
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

  /// Keeps the alarm from ringing, if it has not yet.
  func callOff(_ ticket: Int) {
    state.withLock { $0.queue.remove(ticket) }
  }

  /// Sleeps from one alarm to the next, until there is none or another sleeper has taken over.
  private func keepWaking(from first: Duration, as number: Int) async {
    var time = first
    while true {
      // A clock that stops before the time, other than for a sleeper that was replaced, wakes no one any more.
      do { try await sleep(time - now()) } catch { return }
      let rings = state.withLock { state -> [AlarmQueue.Ring] in
        guard state.lastSleeper == number else { return [] }
        let rings = state.queue.due(at: now())
        state.wakeUp = state.queue.first
        if state.wakeUp == nil { state.sleeper = nil }
        return rings
      }
      for ring in rings { ring() }
      guard let next = state.withLock({ $0.lastSleeper == number ? $0.wakeUp : nil }) else { return }
      time = next
    }
  }
}
