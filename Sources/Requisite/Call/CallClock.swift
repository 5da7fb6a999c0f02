/// The clock of a call, which measures its time and its waits.
///
/// Any `Clock` whose durations are `Duration` can be used, so a test injects a clock that it moves itself and never
/// sleeps for real. Times are counted from the creation of the `CallClock`.
public struct CallClock: Sendable {
  /// The system's continuous clock, which also advances while the machine sleeps.
  public static let continuous = CallClock(ContinuousClock()).sharingSleepers()

  private let source: ClockSource
  private let alarms: AlarmClock?

  /// Creates a call clock from `clock`, whose present moment becomes zero.
  public init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
    self.init(source: ClockSource(clock), alarms: nil)
  }

  private init(source: ClockSource, alarms: AlarmClock?) {
    self.source = source
    self.alarms = alarms
  }

  /// The time since the creation of this clock.
  public var now: Duration { source.elapsed() }

  /// Waits for `duration`, at most 100 years, or returns at once if it is zero or negative.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the time is over.
  public func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return try Task.checkCancellation() }
    try await source.wait(duration.bounded)
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
    CallClock(source: source, alarms: AlarmClock(now: source.elapsed, sleep: sleep))
  }

  /// Calls `ring` when the clock shows `time`. `ring` must be short and must not wait. The caller calls off the alarm
  /// when it is no longer needed. A clock that stops before `time` does not ring.
  package func alarm(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
    if let alarms { return .shared(alarms, ticket: alarms.set(at: time, ring)) }
    return .alone(
      Task {
        do { try await sleep(for: time - now) } catch { return }
        ring()
      })
  }
}

/// A clock of any type, whose time is counted from the creation of this object.
private final class ClockSource: Sendable {
  let elapsed: @Sendable () -> Duration
  let wait: @Sendable (Duration) async throws -> Void

  init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    wait = { duration in try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
  }
}
