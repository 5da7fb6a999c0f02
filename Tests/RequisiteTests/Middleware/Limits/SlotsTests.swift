import Testing

@testable import Requisite

@Suite("LimiterSlots")
struct SlotsTests {
  @Test("in any order of events, the limit is never exceeded, and no place is lost")
  func interleavings() {
    checkProperty { generator in
      let limit = generator.index(below: 4) + 1
      let queueLimit = generator.index(below: 6)
      var slots = LimiterSlots(limit: limit, queueLimit: queueLimit)
      var running = 0
      var waiting: [(ticket: Int, priority: RequestOptions.Priority)] = []
      for ticket in 0..<300 {
        switch generator.index(below: 4) {
        case 0, 1:
          let priority = RequestOptions.Priority.allCases[generator.index(below: 3)]
          if slots.take() {
            guard running < limit else { return false }
            running += 1
          } else if slots.wait(ticket, priority) {
            guard running == limit else { return false }
            waiting.append((ticket, priority))
          } else {
            guard waiting.count == queueLimit else { return false }
          }
        case 2 where running > 0:
          let next = Self.next(in: &waiting)
          guard slots.free() == next else { return false }
          if next == nil { running -= 1 }
        case 3 where !waiting.isEmpty:
          let gone = waiting.remove(at: generator.index(below: waiting.count)).ticket
          guard slots.cancel(gone), !slots.cancel(gone) else { return false }
        default: continue
        }
        guard slots.used == running, slots.waiting == waiting.count else { return false }
      }
      return true
    }
  }

  @Test("a limit below 1 counts as 1")
  func atLeastOne() {
    var slots = LimiterSlots(limit: 0, queueLimit: -1)
    let taken = [slots.take(), slots.take()]
    #expect(taken == [true, false])
    let waits = slots.wait(1, .normal)
    #expect(!waits)
  }

  @Test("100,000 calls wait, leave and are served in their order", .timeLimit(.minutes(1)))
  func many() {
    let count = 100_000
    var slots = LimiterSlots(limit: 1, queueLimit: count)
    _ = slots.take()
    for ticket in 0..<count {
      _ = slots.wait(ticket, ticket % 2 == 0 ? .low : .high)
    }
    for ticket in stride(from: 0, to: count, by: 5) { _ = slots.cancel(ticket) }
    #expect(slots.waiting == count / 5 * 4)
    #expect(slots.count(before: .high) == 1 + count / 5 * 2 && slots.count(before: .low) == 1 + count / 5 * 4)
    let served = (0..<slots.waiting).compactMap { _ in slots.free() }
    let expected = (0..<count).filter { $0 % 5 != 0 }
    #expect(served == expected.filter { $0 % 2 == 1 } + expected.filter { $0 % 2 == 0 })
    let last = slots.free()
    #expect(last == nil && slots.isIdle)
  }

  /// The one of the highest priority that came first.
  private static func next(in waiting: inout [(ticket: Int, priority: RequestOptions.Priority)]) -> Int? {
    guard let highest = waiting.map(\.priority).max(),
      let index = waiting.firstIndex(where: { $0.priority == highest })
    else { return nil }
    return waiting.remove(at: index).ticket
  }
}
