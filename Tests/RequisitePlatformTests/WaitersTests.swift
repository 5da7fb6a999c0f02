import Testing

@testable import RequisitePlatform

@Suite("Tasks that wait under tickets", .timeLimit(.minutes(1)))
struct WaitersTests {
  private enum Outcome: Hashable { case served(Int), cancelled }

  private let waiters = Waiters<Outcome>()
  private let queue = Locked<[Int]>([])

  private func wait(
    after step: @escaping @Sendable () -> Void = {}, outcome: Outcome? = nil
  ) async -> Outcome {
    await waiters.wait(orIfCancelled: .cancelled) { ticket in
      step()
      if let outcome { return outcome }
      queue.withLock { $0.append(ticket) }
      return nil
    } leave: { [queue] ticket in
      queue.withLock { queue in
        let count = queue.count
        queue.removeAll { $0 == ticket }
        return queue.count < count
      }
    }
  }

  private var queued: Int { queue.withLock { $0.count } }

  private func serveFirst() {
    guard let ticket = queue.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    waiters.resume(ticket, returning: .served(ticket))
  }

  @Test("each task gets the outcome of its ticket, and one whose outcome is known does not wait")
  func served() async {
    #expect(await wait(outcome: .served(0)) == .served(0))
    let tasks = (0..<3).map { _ in Task { await wait() } }
    while queued < 3 { await Task.yield() }
    for _ in 0..<3 { serveFirst() }
    var outcomes: [Outcome] = []
    for task in tasks { outcomes.append(await task.value) }
    #expect(outcomes.allSatisfy { $0 != .cancelled } && Set(outcomes).count == 3)
  }

  @Test("a task that is cancelled before it waits joins no queue, and one that waits leaves it")
  func cancelled() async {
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await wait(outcome: .served(0))
    }
    #expect(await early.value == .cancelled)
    let late = Task { await wait() }
    while queued == 0 { await Task.yield() }
    late.cancel()
    #expect(await late.value == .cancelled && queued == 0)
  }

  @Test("a cancellation that comes after the question and before the ticket is queued is not lost")
  func between() async {
    let task = Task { await wait(after: { withUnsafeCurrentTask { $0?.cancel() } }) }
    #expect(await task.value == .cancelled && queued == 0)
  }

  @Test("of a cancellation and an outcome at the same moment, one ends the wait")
  func race() async {
    for _ in 0..<500 {
      let task = Task { await wait() }
      while queued == 0 { await Task.yield() }
      async let service: Void = serveFirst()
      task.cancel()
      await service
      _ = await task.value
      #expect(queued == 0)
    }
  }
}
