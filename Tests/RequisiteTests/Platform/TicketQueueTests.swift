import Testing

@testable import Requisite

@Suite("Queue of tickets")
struct TicketQueueTests {
  @Test("elements come once, in the order of their ranks, and removed elements do not come")
  func order() {
    checkProperty { random in
      var queue = TicketQueue<Int, Int>()
      var model: [(rank: Int, ticket: Int)] = []
      for ticket in 0..<random.index(below: 400) {
        switch random.index(below: 4) {
        case 0, 1:
          let rank = random.index(below: 50)
          model.append((rank, ticket))
          queue.insert(-ticket, ticket: ticket, rank: rank)
        case 2 where !model.isEmpty:
          let gone = model.remove(at: random.index(below: model.count)).ticket
          guard queue.remove(gone) == -gone, queue.remove(gone) == nil else { return false }
        default:
          let (first, next) = (queue.popFirst(), model.min { $0 < $1 })
          guard first?.ticket == next?.ticket, first?.element == next.map({ -$0.ticket }) else {
            return false
          }
          model.removeAll { $0.ticket == next?.ticket }
        }
        guard queue.count == model.count, queue.first == model.map(\.rank).min() else { return false }
      }
      return true
    }
  }

  @Test("elements of one rank come in the order of their tickets")
  func ties() {
    var queue = TicketQueue<Int, Void>()
    for (ticket, rank) in [5, 3, 5, 3, 4].enumerated() { queue.insert((), ticket: ticket, rank: rank) }
    var tickets: [Int] = []
    while let first = queue.popFirst() { tickets.append(first.ticket) }
    #expect(tickets == [1, 3, 4, 0, 2])
  }

  @Test("removed elements do not pile up after one that stays")
  func size() {
    var queue = TicketQueue<Int, Void>()
    queue.insert((), ticket: 0, rank: 1)
    for ticket in 1...10_000 {
      queue.insert((), ticket: ticket, rank: 60)
      queue.remove(ticket)
    }
    #expect(queue.count == 1 && queue.kept < 100)
  }
}
