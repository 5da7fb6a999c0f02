import Testing

@testable import Requisite

@Suite("Shared flights")
struct SharedFlightsTests {
  @Test("in any order of joins, cancellations, hand-overs and responses, each waiter is resumed once")
  func interleavings() {
    checkProperty { generator in
      var model = FlightModel()
      for _ in 0..<300 {
        let key = generator.index(below: 4)
        switch generator.index(below: 6) {
        case 0, 1, 2: model.call(key)
        case 3: model.leave(using: &generator)
        case 4: model.handOver(key)
        default: model.end(key)
        }
        guard model.holds else { return false }
      }
      for key in 0..<4 { model.end(key) }
      return model.holds && model.flights.waiterCount == 0
    }
  }
}

/// The flights beside what they should do: for each key, the calls in the order of their arrival, the one that sends first.
private struct FlightModel {
  var flights = SharedFlights<Int, Int>()
  private var calls: [Int: [Int]] = [:]
  private var lastTicket = 0
  private(set) var holds = true

  mutating func call(_ key: Int) {
    lastTicket += 1
    let isFirst = calls[key] == nil
    let begins = flights.begin(key, key)
    holds = holds && begins == isFirst && (begins || flights.join(key, lastTicket) == key)
    calls[key, default: []].append(lastTicket)
    check()
  }

  mutating func leave(using generator: inout SeededGenerator) {
    let waiting = calls.sorted { $0.key < $1.key }.flatMap { key, tickets in
      tickets.dropFirst().map { (key, $0) }
    }
    guard let (key, ticket) = waiting.randomElement(using: &generator) else { return }
    holds = holds && flights.leave(key, ticket) && !flights.leave(key, ticket)
    calls[key]?.removeAll { $0 == ticket }
    check()
  }

  mutating func handOver(_ key: Int) {
    let waiting = calls[key].map { Array($0.dropFirst()) } ?? []
    let next = flights.handOver(key)
    holds = holds && next?.ticket == waiting.first && (next == nil || next?.call == key)
    calls[key] = waiting.isEmpty ? nil : waiting
    check()
  }

  mutating func end(_ key: Int) {
    holds = holds && flights.end(key) == Array(calls[key]?.dropFirst() ?? [])
    calls[key] = nil
    check()
  }

  private mutating func check() {
    holds = holds && flights.waiterCount == calls.values.reduce(0) { $0 + $1.count }
  }
}
