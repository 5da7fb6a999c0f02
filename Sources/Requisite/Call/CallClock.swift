/// The clock of a call, which measures its time and its waits, and says which date it is.
///
/// Any `Clock` whose durations are `Duration` can be used, so a test injects a clock that it moves itself and never
/// sleeps for real. Times are counted from the creation of the `CallClock`.
public struct CallClock: Sendable {
  /// The system's continuous clock, which also advances while the machine sleeps, and the system's date.
  public static let continuous = CallClock(
    source: ClockSource(ContinuousClock(), startingAt: nil), alarms: nil
  ).sharingSleepers()

  private let source: ClockSource
  private let alarms: AlarmClock?

  /// Creates a call clock from `clock`, whose present moment becomes zero.
  ///
  /// - Parameter date: The ``date`` at that moment; the system's by default. From then on it advances with `clock` alone, so
  ///   that a test moves one clock and responses, tokens and cookies grow old with it.
  public init<Source: Clock>(_ clock: Source, startingAt date: Date = Date())
  where Source.Duration == Duration {
    self.init(source: ClockSource(clock, startingAt: date), alarms: nil)
  }

  private init(source: ClockSource, alarms: AlarmClock?) {
    self.source = source
    self.alarms = alarms
  }

  /// The time since the creation of this clock.
  public var now: Duration { source.elapsed() }

  /// The date that the clock shows, with which the dates of header fields, cookies and tokens are compared.
  public var date: Date { source.date() }

  /// Waits for `duration`, at most 100 years, or returns at once if it is zero or negative.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the time is over.
  public func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return try Task.checkCancellation() }
    try await source.sleep(now + duration.bounded)
  }

  /// Waits within a call.
  ///
  /// - Throws: ``NetworkRequestError/cancelled(_:)``, or the error of a clock that cannot wait, as the case that
  ///   ``NetworkRequestError/init(_:request:)`` makes of it.
  package func wait(_ duration: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    do { try await sleep(for: duration) } catch {
      throw Task.isCancelled ? .cancelled(request) : NetworkRequestError(error, request: request)
    }
  }
}

extension TransportRequest {
  /// The clock of the call: that of its dispatcher (``NetworkDispatcher/clock``), or the system's continuous clock if
  /// no dispatcher sent the request.
  ///
  /// Layers that wait use this clock unless they were given another, so a test that injects a clock into the dispatcher
  /// controls the time of the whole stack.
  public var clock: CallClock { record?.clock ?? .continuous }
}

/// The clock of a layer that compares times of different calls: the clock that it was given, or that of its first call.
/// It never changes, because times of two clocks cannot be compared.
final class LayerClock: Sendable {
  private let chosen: Locked<CallClock?>

  init(_ clock: CallClock?) {
    chosen = Locked(clock)
  }

  /// The time now, or nil before the first call.
  var now: Duration? { chosen.withLock { $0 }?.now }

  /// Returns the clock. If none is set yet, the clock of `request` becomes the clock of the layer.
  func clock(for request: TransportRequest) -> CallClock {
    chosen.withLock { chosen in
      let clock = chosen ?? request.clock
      chosen = clock
      return clock
    }
  }
}

extension CallClock {
  /// Returns this clock with one sleeper for all of its alarms. A clock that a test moves has one sleeper for each
  /// alarm, so that the test can count them.
  func sharingSleepers() -> CallClock {
    CallClock(source: source, alarms: AlarmClock(now: source.elapsed, sleep: source.sleep))
  }

  /// Calls `action` when the clock shows `time`. `action` must be short and must not wait. The caller cancels the alarm
  /// when it is no longer needed. A clock that stops before `time` does not ring.
  package func alarm(at time: Duration, _ action: @escaping @Sendable () -> Void) -> Alarm {
    if let alarms { return .shared(alarms, ticket: alarms.set(at: time, action)) }
    return .alone(
      Task {
        do { try await source.sleep(time) } catch { return }
        action()
      })
  }
}

/// A clock of any type, whose time is counted from the creation of this object.
private final class ClockSource: Sendable {
  let elapsed: @Sendable () -> Duration
  let date: @Sendable () -> Date
  /// Sleeps until a time, and not for a duration: a clock that is moved before the sleep begins would add its move to that.
  let sleep: @Sendable (_ end: Duration) async throws -> Void

  /// - Parameter start: The date now; nil for the system's at all times.
  init<Source: Clock>(_ clock: Source, startingAt start: Date?) where Source.Duration == Duration {
    let origin = clock.now
    let elapsed = { @Sendable in origin.duration(to: clock.now) }
    self.elapsed = elapsed
    date = { start?.addingTimeInterval(elapsed() / .seconds(1)) ?? Date() }
    sleep = { end in
      let latest = origin.duration(to: clock.now) + .longest
      try await clock.sleep(until: origin.advanced(by: min(end, latest)), tolerance: nil)
    }
  }
}

extension Duration {
  /// The longest time that is waited or added to the time of a clock: 100 years.
  ///
  /// A program can set any duration, such as `.seconds(Int.max)` for “never”. Sums and products of such durations would
  /// overflow, and the system's clock cannot sleep that long.
  static let longest = Duration.seconds(3_155_760_000 as Int64)

  /// The duration, or ±``longest`` if it is longer than that.
  var bounded: Duration { min(max(self, .zero - .longest), .longest) }
}

/// A clock that fires any number of alarms with one sleeping task.
///
/// The system keeps the timer of a cancelled sleep until its time comes: some 700 bytes for a minute, for each call
/// that ends before its deadline, as nearly all do. So all alarms of a clock share one sleep, until the earliest of
/// their times. Calling off that alarm does not end the sleep; the sleeper ends when no alarm is left.
package final class AlarmClock: Sendable {
  typealias Action = @Sendable () -> Void

  private struct State {
    var queue = TicketQueue<Duration, Action>()
    var lastTicket = 0
    /// The time at which the sleeper wakes; nil without a sleeper.
    var wakeUp: Duration?
    var sleeper: Task<Void, Never>?
    var lastSleeper = 0
  }

  private let state = Locked(State())
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (_ end: Duration) async throws -> Void

  init(
    now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ end: Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The number of alarms that are set.
  var count: Int { state.withLock { $0.queue.count } }

  /// Sets an alarm, which calls `action` at `time`, on a thread that may block.
  ///
  /// - Returns: The ticket that calls the alarm off.
  func set(at time: Duration, _ action: @escaping Action) -> Int {
    let (ticket, replaced) = state.withLock { state in
      state.lastTicket += 1
      let ticket = state.lastTicket
      state.queue.insert(action, ticket: ticket, rank: time)
      if let wakeUp = state.wakeUp, wakeUp <= time { return (ticket, nil as Task<Void, Never>?) }
      let replaced = state.sleeper
      state.lastSleeper += 1
      let number = state.lastSleeper
      state.wakeUp = time
      state.sleeper = Task.detached { await self.runSleeper(from: time, as: number) }
      return (ticket, replaced)
    }
    replaced?.cancel()
    return ticket
  }

  /// Cancels an alarm, unless it has already fired.
  func cancel(_ ticket: Int) {
    state.withLock { _ = $0.queue.remove(ticket) }
  }

  /// Sleeps from one alarm to the next, until no alarm is set or another sleeper has taken over.
  private func runSleeper(from first: Duration, as number: Int) async {
    var time = first
    while true {
      // The sleeper was replaced, or the clock stopped before the time. Then no alarm fires any more.
      do { try await sleep(time) } catch { return }
      let actions = state.withLock { state -> [Action] in
        guard state.lastSleeper == number else { return [] }
        var (actions, now): ([Action], Duration) = ([], now())
        while let first = state.queue.first, first <= now, let due = state.queue.popFirst() {
          actions.append(due.element)
        }
        state.wakeUp = state.queue.first
        if state.wakeUp == nil { state.sleeper = nil }
        return actions
      }
      // A ring cancels tasks, and that runs their cancellation handlers, which are the user's.
      for action in actions { BlockingQueue.callbacks.submit(action) }
      guard let next = state.withLock({ $0.lastSleeper == number ? $0.wakeUp : nil }) else { return }
      time = next
    }
  }
}

/// Work that a clock does at a certain time, unless it is cancelled.
package enum Alarm: Sendable {
  /// An alarm of a clock whose alarms share one sleeper.
  case shared(AlarmClock, ticket: Int)
  /// An alarm with a sleeper of its own.
  case alone(Task<Void, Never>)

  /// Cancels the alarm, unless it has already fired.
  package func cancel() {
    switch self {
    case .shared(let clock, let ticket): clock.cancel(ticket)
    case .alone(let sleeper): sleeper.cancel()
    }
  }
}
