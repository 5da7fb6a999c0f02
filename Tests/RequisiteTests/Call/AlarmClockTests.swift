import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Shared alarms", .timeLimit(.minutes(3)))
struct AlarmClockTests {
  private let clock = TestClock()
  private let rung = Locked<[String]>([])

  @Test("many alarms share one sleeper, which wakes for the earliest")
  func sharing() async throws {
    let alarms = makeAlarms()
    for (name, time) in [("b", 20), ("c", 30), ("a", 10)] { set(name, at: time, on: alarms) }
    try await clock.sleepers(1)
    #expect(await until { clock.sleeperCount == 1 })
    for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(10))
      #expect(await until { rung.withLock { $0 } == expected })
    }
    #expect(await until { clock.sleeperCount == 0 })
    #expect(alarms.count == 0)
  }

  @Test("a cancelled alarm does not ring, and the sleep continues to the next alarm")
  func callingOff() async throws {
    let alarms = makeAlarms()
    let first = set("first", at: 10, on: alarms)
    set("second", at: 20, on: alarms)
    alarms.cancel(first)
    try await clock.sleepers(1)
    clock.advance(by: .seconds(15))
    try await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await until { rung.withLock { $0 } == ["second"] })
  }

  @Test("without alarms the sleeper ends, and the next alarm starts a new one")
  func beginningAnew() async throws {
    let alarms = makeAlarms()
    alarms.cancel(set("never", at: 10, on: alarms))
    try await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    #expect(await until { clock.sleeperCount == 0 })
    set("later", at: 25, on: alarms)
    try await clock.sleepers(1)
    clock.advance(by: .seconds(15))
    #expect(await until { rung.withLock { $0 } == ["later"] })
  }

  @Test("an alarm for a time in the past rings at once")
  func past() async {
    let alarms = makeAlarms()
    clock.advance(by: .seconds(5))
    set("past", at: 1, on: alarms)
    #expect(await until { rung.withLock { $0 } == ["past"] })
  }

  @Test("an alarm that stands still delays no other alarm")
  func standstill() async throws {
    let (alarms, hasRung) = (makeAlarms(), DispatchSemaphore(value: 0))
    let wasReleased = Locked<Bool?>(nil)
    _ = alarms.set(at: .seconds(1)) {
      let released = hasRung.wait(timeout: .now() + 10) == .success
      wasReleased.withLock { $0 = released }
    }
    _ = alarms.set(at: .seconds(2)) { hasRung.signal() }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    #expect(await until { wasReleased.withLock { $0 } == true })
  }

  @Test(
    "an alarm rings at its time although the clock is moved while the alarm is set", arguments: [false, true])
  func movedMeanwhile(isShared: Bool) async throws {
    let moving = MovingClock(base: clock)
    let alone = CallClock(moving)
    let clocks = isShared ? alone.sharingSleepers() : alone
    moving.moveAfterNextReading(by: .seconds(5))
    let alarm = clocks.alarm(at: .seconds(10)) { [rung] in rung.withLock { $0.append("due") } }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(10) - clock.now.offset)
    #expect(await until { rung.withLock { $0 } == ["due"] })
    alarm.cancel()
  }

  private func makeAlarms() -> AlarmClock {
    AlarmClock(
      now: { [clock] in clock.now.offset },
      sleep: { [clock] in try await clock.sleep(until: TestClock.Instant(offset: $0)) })
  }

  @discardableResult
  private func set(_ name: String, at time: Int, on alarms: AlarmClock) -> Int {
    alarms.set(at: .seconds(time)) { [rung] in rung.withLock { $0.append(name) } }
  }
}

/// A clock that is moved right after it was read.
private final class MovingClock: Clock, Sendable {
  private let base: TestClock
  private let move = Locked<Duration?>(nil)

  init(base: TestClock) { self.base = base }

  var minimumResolution: Duration { .zero }

  var now: TestClock.Instant {
    let time = base.now
    if let move = move.withLock({ $0.take() }) { base.advance(by: move) }
    return time
  }

  func moveAfterNextReading(by duration: Duration) { move.withLock { $0 = duration } }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline)
  }
}
