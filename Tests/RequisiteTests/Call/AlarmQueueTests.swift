import Testing

@testable import Requisite

@Suite("Queue of alarms")
struct AlarmQueueTests {
  @Test("due alarms ring once, in the order of their times, and cancelled alarms do not ring")
  func order() {
    checkProperty { random in
      var queue = AlarmQueue()
      var model: [(time: Int, ticket: Int)] = []
      var now = 0
      for _ in 0..<random.index(below: 400) {
        switch random.index(below: 4) {
        case 0, 1:
          let time = now + random.index(below: 50)
          model.append((time, queue.add({}, at: .seconds(time))))
        case 2 where !model.isEmpty:
          let gone = model.remove(at: random.index(below: model.count))
          queue.remove(gone.ticket)
          queue.remove(gone.ticket)
        default:
          now += random.index(below: 10)
          let due = model.filter { $0.time <= now }
          guard queue.due(at: .seconds(now)).count == due.count else { return false }
          model.removeAll { $0.time <= now }
        }
        guard queue.count == model.count, queue.first == model.map(\.time).min().map({ .seconds($0) }) else {
          return false
        }
      }
      return true
    }
  }

  @Test("alarms of one time ring in the order in which they were set")
  func ties() {
    var queue = AlarmQueue()
    let rung = Locked<[Int]>([])
    for (number, time) in [5, 3, 5, 3, 4].enumerated() {
      _ = queue.add({ rung.withLock { $0.append(number) } }, at: .seconds(time))
    }
    for ring in queue.due(at: .seconds(5)) { ring() }
    #expect(rung.withLock { $0 } == [1, 3, 4, 0, 2])
  }

  @Test("cancelled alarms do not pile up after one that is not due")
  func size() {
    var queue = AlarmQueue()
    _ = queue.add({}, at: .seconds(1))
    for _ in 0..<10_000 { queue.remove(queue.add({}, at: .seconds(60))) }
    #expect(queue.count == 1 && queue.kept < 100)
  }
}
