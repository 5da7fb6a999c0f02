/// The clock that a call is timed by: how long it has run, and how to wait.
///
/// Any `Clock` whose durations are `Duration` can be used, so a test injects a clock that it moves itself
/// and never sleeps for real. Times are counted from the moment the `CallClock` was made.
public struct CallClock: Sendable {
  /// The continuous clock of the system: it runs while the machine sleeps.
  public static let continuous = CallClock(ContinuousClock()).sharingSleepers()

  private let source: ClockSource
  private let alarms: AlarmClock?

  /// Makes a call clock of `clock`, whose present moment becomes zero.
  public init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
    self.init(source: ClockSource(clock), alarms: nil)
  }

  private init(source: ClockSource, alarms: AlarmClock?) {
    self.source = source
    self.alarms = alarms
  }

  /// The time since this clock was made.
  public var now: Duration { source.elapsed() }

  /// Waits for `duration`; returns at once where it is zero or negative.
  ///
  /// - Throws: `CancellationError` where the task is cancelled before the time is over.
  public func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return try Task.checkCancellation() }
    try await source.wait(duration)
  }
}

extension TransportRequest {
  /// The clock of the call: that of its dispatcher (``NetworkDispatcher/clock``), or the system's continuous clock for a
  /// request that is sent without one.
  ///
  /// Layers that wait use it unless they were given another, so a test that injects a clock into the dispatcher moves the
  /// time of the whole stack.
  public var clock: CallClock { record?.clock ?? .continuous }
}

/// The clock of a layer that compares times of different calls: the one it was given, or else that of its first call.
/// Times of two clocks cannot be compared, so it never changes.
final class LayerClock: Sendable {
  private let chosen: Locked<CallClock?>

  init(_ clock: CallClock?) {
    chosen = Locked(clock)
  }

  /// The time now, or nil before the first call.
  var now: Duration? { chosen.withLock { $0 }?.now }

  /// The clock, which a call of this request may be the first to choose.
  func clock(for request: TransportRequest) -> CallClock {
    chosen.withLock { chosen in
      let clock = chosen ?? request.clock
      chosen = clock
      return clock
    }
  }
}

extension CallClock {
  /// This clock with one sleeper for all of its alarms. A clock that a test moves has one sleeper for each alarm, so that the
  /// test can count them.
  func sharingSleepers() -> CallClock {
    CallClock(source: source, alarms: AlarmClock(now: source.elapsed, sleep: sleep))
  }

  /// Calls `ring`, short work that does not wait, when the clock shows `time`. The caller calls the alarm off
  /// when it is no longer needed. A clock that stops before the time does not ring.
  func alarm(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
    if let alarms { return .shared(alarms, ticket: alarms.set(at: time, ring)) }
    return .alone(
      Task {
        do { try await sleep(for: time - now) } catch { return }
        ring()
      })
  }
}

/// A clock of any type, counted from when this was made.
private final class ClockSource: Sendable {
  let elapsed: @Sendable () -> Duration
  let wait: @Sendable (Duration) async throws -> Void

  init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    wait = { duration in try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
  }
}
