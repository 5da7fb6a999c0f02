import Testing

@testable import Requisite

@Suite("Shared flights")
struct SharedFlightsTests {
  @Test("in any order of joins, cancellations and responses, each waiter is resumed once")
  func interleavings() {
    checkProperty { generator in
      var model = Model()
      for _ in 0..<300 {
        switch generator.index(below: 5) {
        case 0, 1: model.join(generator.index(below: 4))
        case 2, 3: model.leave(using: &generator)
        default: model.end(using: &generator)
        }
        guard model.holds else { return false }
      }
      model.endAll()
      return model.holds && model.waiting.isEmpty && model.flights.count == 0
    }
  }

  @Test("cancelling the last waiter cancels the call, and the next one starts a new call")
  func abandoning() {
    var flights = SharedFlights<String, Int, String>()
    flights.join("a", 1, 1) { "first" }
    flights.join("a", 2, 2) { "never begun" }
    #expect(flights.leave("a", 1)?.abandoned == nil)
    let last = flights.leave("a", 2)
    #expect(last?.waiter == 2 && last?.abandoned == "first" && last?.number == 1)
    #expect(flights.leave("a", 2) == nil)
    flights.join("a", 3, 4) { "second" }
    #expect(flights.end("a", number: 1).isEmpty)
    let ended = flights.end("a", number: 3)
    #expect(ended.map(\.ticket) == [3] && ended.map(\.waiter) == [4])
  }
}

/// The flights beside what they should do.
private struct Model {
  var flights = SharedFlights<Int, Int, Int>()
  /// The key and the call of each who waits, by ticket.
  var waiting: [Int: (key: Int, call: Int)] = [:]
  private var lastTicket = 0
  private var calls: [Int: Int] = [:]  // number to key, of calls that run
  private var abandoned: Set<Int> = []
  private(set) var holds = true

  mutating func join(_ key: Int) {
    lastTicket += 1
    let ticket = lastTicket
    let running = calls.first { $0.value == key && !abandoned.contains($0.key) }?.key
    var begun: Int?
    flights.join(key, ticket, ticket) {
      begun = ticket
      return ticket
    }
    holds = holds && (running == nil) == (begun != nil)
    guard let call = running ?? begun else { return holds = false }
    calls[call] = key
    waiting[ticket] = (key, call)
  }

  mutating func leave(using generator: inout SeededGenerator) {
    guard let ticket = waiting.keys.sorted().randomElement(using: &generator), let place = waiting[ticket]
    else {
      return
    }
    waiting[ticket] = nil
    let departure = flights.leave(place.key, ticket)
    let isLast = !waiting.values.contains { $0.call == place.call }
    holds =
      holds && departure?.waiter == ticket && departure?.number == place.call
      && departure?.abandoned == (isLast ? place.call : nil)
    holds = holds && flights.leave(place.key, ticket) == nil
    if isLast { abandoned.insert(place.call) }
  }

  mutating func end(using generator: inout SeededGenerator) {
    guard let call = calls.keys.sorted().randomElement(using: &generator) else { return }
    end(call)
  }

  mutating func endAll() {
    for call in calls.keys { end(call) }
  }

  private mutating func end(_ call: Int) {
    guard let key = calls.removeValue(forKey: call) else { return }
    let expected = waiting.filter { $0.value.call == call }.keys.sorted()
    holds = holds && flights.end(key, number: call).map(\.ticket) == expected
    holds = holds && (!abandoned.contains(call) || expected.isEmpty)
    for ticket in expected { waiting[ticket] = nil }
  }
}
