import Dispatch
import Testing

@testable import RequisitePlatform

@Suite("Queues for work that blocks", .timeLimit(.minutes(1)))
struct BlockingQueueTests {
  @Test("work that stands still holds one worker, and the others do everything else")
  func standstill() async {
    let queue = BlockingQueue("test", width: 3)
    let mayGoOn = DispatchSemaphore(value: 0)
    async let blocked: Void = queue.run { mayGoOn.wait() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<30 { group.addTask { await queue.run {} } }
    }
    mayGoOn.signal()
    await blocked
  }

  @Test("a queue of one worker keeps the order of its work")
  func order() async {
    let (queue, order) = (BlockingQueue("test"), Locked<[Int]>([]))
    for number in 0..<1000 { queue.submit { order.withLock { $0.append(number) } } }
    await queue.run {}
    #expect(order.withLock { $0 } == Array(0..<1000))
  }

  @Test("no more work runs at a time than the width of the queue")
  func width() async {
    let (queue, running, most) = (BlockingQueue("test", width: 2), Locked(0), Locked(0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await queue.run {
            let now = running.next()
            most.withLock { $0 = max($0, now) }
            running.withLock { $0 -= 1 }
          }
        }
      }
    }
    #expect((1...2).contains(most.withLock { $0 }))
  }
}
