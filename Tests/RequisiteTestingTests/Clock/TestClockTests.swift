import Dispatch
import Testing

@testable import RequisiteTesting

@Suite("A test clock", .timeLimit(.minutes(3)))
struct TestClockTests {
  @Test("a sleeper is woken when its deadline is reached, and not before", .feature("F11"))
  func wakes() async throws {
    let clock = TestClock()
    let log = Log()
    let sleeping = Task {
      try await clock.sleep(for: .seconds(5))
      log.add("awake")
    }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(4))
    #expect(clock.sleeperCount == 1)
    #expect(log.lines.isEmpty)
    clock.advance(by: .seconds(1))
    try await sleeping.value
    #expect(log.lines == ["awake"])
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("sleepers are woken in the order of their deadlines")
  func ordered() async throws {
    let clock = TestClock()
    let woken = Log()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          woken.add("\(seconds)")
        }
      }
      try await clock.sleepers(3)
      for count in 1...3 {
        clock.advanceToNextDeadline()
        try await group.next()
        #expect(woken.lines.count == count)
      }
    }
    #expect(woken.lines == ["1", "2", "3"])
  }

  @Test("a cancelled sleeper leaves at once, and the clock forgets it")
  func cancels() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    try await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("a task that is cancelled before it sleeps does not sleep")
  func cancelledBefore() async throws {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let watcher = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleepers(1)
    }
    await #expect(throws: CancellationError.self) { try await watcher.value }
  }

  @Test("run() moves to the last deadline and wakes all sleepers")
  func runs() async throws {
    let clock = TestClock()
    async let first: Void = clock.sleep(for: .seconds(1))
    async let second: Void = clock.sleep(for: .seconds(9))
    try await clock.sleepers(2)
    clock.run()
    _ = try await (first, second)
    #expect(clock.now.offset == .seconds(9))
    clock.run()
    #expect(clock.now.offset == .seconds(9), "nobody sleeps: the clock stands still")
  }

  @Test("work with waits runs to its end, and the clock shows the sum of the waits")
  func runsWork() async throws {
    let clock = TestClock()
    let callClock = CallClock(clock)
    let rounds = try await clock.run {
      for second in 1...10 { try await callClock.sleep(for: .seconds(second)) }
      return 10
    }
    #expect(rounds == 10)
    #expect(callClock.now == .seconds(55))
  }

  @Test("work runs to its end past its waits, and no longer sleep is passed")
  func runsWithinLimit() async throws {
    let clock = TestClock()
    let limit = Task { try await clock.sleep(until: TestClock.Instant(offset: .seconds(60))) }
    try await clock.sleepers(1)
    try await clock.run(within: .seconds(20)) {
      for _ in 1...3 { try await clock.sleep(until: clock.now.advanced(by: .seconds(10))) }
    }
    #expect(clock.now.offset == .seconds(30) && clock.sleeperCount == 1)
    limit.cancel()
    await #expect(throws: CancellationError.self) { try await limit.value }
  }

  @Test("a sleep that ends exactly at the limit is passed")
  func atTheLimit() async throws {
    let clock = TestClock()
    try await clock.run(within: .seconds(20)) { try await clock.sleep(for: .seconds(20)) }
    #expect(clock.now.offset == .seconds(20))
  }

  @Test("tasks that sleep until the same time are woken in the order in which they fell asleep")
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func equalDeadlines() async throws {
    let (clock, woken, queue) = (TestClock(), Log(), OneAfterAnother())
    var tasks: [Task<Void, any Error>] = []
    for number in 1...4 {
      tasks.append(
        Task(executorPreference: queue) {
          try await clock.sleep(for: .seconds(5))
          woken.add("\(number)")
        })
      try await clock.sleepers(number)
    }
    // One that is woken before its job has ended goes on in that job, ahead of the others.
    await queue.drain()
    clock.run()
    for task in tasks { try await task.value }
    #expect(woken.lines == ["1", "2", "3", "4"])
  }

  @Test("a clock whose sleeper was cancelled meanwhile is not moved to the deadline of another one")
  func cancelledMeanwhile() {
    var sleepers = Sleepers()
    let deadline = TestClock.Instant(offset: .seconds(60))
    var woken = sleepers.enqueue(Sleeper(deadline: deadline, ticket: 1))
    woken += sleepers.moveToFirstDeadline(ofAtLeast: 2, within: nil)
    woken += sleepers.moveToFirstDeadline(ofAtLeast: 1, within: .seconds(20))
    let wasAsleep = sleepers.cancel(1)
    #expect(woken.isEmpty && wasAsleep)
    #expect(sleepers.now.offset == .zero)
  }

  @Test("a clock is not moved back, and not moved on after the work of run()")
  func staysPut() async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(3))
    clock.advance(by: .seconds(-2))
    #expect(clock.now.offset == .seconds(3))
    try await clock.run {}
    let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
    try await clock.sleepers(1)
    for _ in 0..<100 { await Task.yield() }
    #expect(clock.sleeperCount == 1 && clock.now.offset == .seconds(3))
    clock.run()
    try await sleeper.value
  }

  @Test("a task that waits for sleepers leaves when it is cancelled")
  func watcherCancels() {
    var sleepers = Sleepers()
    var woken = sleepers.watch(Watcher(count: 1, ticket: 1))
    let wasWaiting = sleepers.cancel(1)
    woken += sleepers.enqueue(Sleeper(deadline: TestClock.Instant(offset: .seconds(1)), ticket: 2))
    #expect(wasWaiting && woken.isEmpty)
  }

  @Test("a sleep until a passed deadline ends at once")
  func past() async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(2)))
    #expect(clock.sleeperCount == 0)
  }
}

/// Runs tasks on one queue, in the order in which they are resumed.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OneAfterAnother: TaskExecutor {
  private let queue = DispatchQueue(label: "one after another")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns when the jobs that are on the queue have ended.
  func drain() async {
    await withCheckedContinuation { ended in queue.async { ended.resume() } }
  }
}
