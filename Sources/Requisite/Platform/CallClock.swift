/// The clock that a call is timed by: how long it has run, and how to wait.
///
/// Any `Clock` whose durations are `Duration` can be used, so a test injects a clock that it moves itself
/// and never sleeps for real. Times are counted from the moment the `CallClock` was made.
public struct CallClock: Sendable {
  /// The continuous clock of the system: it goes on while the machine sleeps.
  public static let continuous = CallClock(ContinuousClock()).sharingSleepers()

  private let elapsed: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void
  private var alarms: AlarmClock?

  /// Makes a call clock of `clock`, whose present moment becomes zero.
  public init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    wait = { duration in try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
  }

  /// The time since this clock was made.
  public var now: Duration { elapsed() }

  /// Waits for `duration`; returns at once where it is zero or negative.
  ///
  /// - Throws: `CancellationError` where the task is cancelled before the time is over.
  public func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return try Task.checkCancellation() }
    try await wait(duration)
  }
}

extension CallClock {
  /// The same clock with one sleeper for all of its alarms. A clock that a test moves has one for each, so that the
  /// test can count them.
  func sharingSleepers() -> CallClock {
    var clock = self
    clock.alarms = AlarmClock(now: elapsed, sleep: sleep)
    return clock
  }

  /// Has `ring` called when the clock shows `time`: short work that does not wait. Whoever sets an alarm calls it off
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
