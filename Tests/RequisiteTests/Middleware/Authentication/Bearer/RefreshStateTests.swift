import Testing

@testable import Requisite

@Suite("The single flight of a refresh")
struct RefreshStateTests {
  /// Calls, refreshes, rejections, cancellations, logins and looks into the store in random order, held against what must be
  /// so.
  private struct RefreshModel {
    var state = RefreshState()
    var generator: SeededGenerator
    var tokens = 0
    /// Those who wait, and what they are to get.
    var waiting: Set<Int> = []
    var tickets = 0
    /// The refreshes that have not ended, each with the number of the token that it is to replace.
    var flights: [Int: Int] = [:]
    var holds = true

    mutating func token() -> AccessToken {
      tokens += 1
      return AccessToken("t\(tokens)")
    }

    mutating func step() {
      switch generator.index(below: 12) {
      case 0...3: join()
      case 4: leave()
      case 5...6: end()
      case 7...8: reject()
      case 9...10: look()
      default: replace()
      }
      holds = holds && state.waiterCount == waiting.count
      // Each waiting call waits for a refresh that is under way.
      holds = holds && (waiting.isEmpty || flights.keys.contains { state.isInProgress($0) })
      holds = holds && flights.keys.filter { state.isInProgress($0) }.count <= 1
    }

    mutating func join() {
      tickets += 1
      let usable = state.usable { _ in true }
      switch state.join(tickets, { _ in true }) {
      case .use(let token): holds = holds && token == usable
      case .wait:
        holds = holds && usable == nil
        waiting.insert(tickets)
      case .start(let flight):
        holds =
          holds && usable == nil && !flights.keys.contains { $0 != flight && state.isInProgress($0) }
        waiting.insert(tickets)
        flights[flight] = state.snapshot.number
      }
    }

    mutating func leave() {
      let ticket = generator.index(below: tickets + 1)
      let hasLeft = state.leave(ticket)
      holds = holds && hasLeft == waiting.contains(ticket)
      waiting.remove(ticket)
    }

    /// Any refresh ends, also one that was overtaken; with a token or without.
    mutating func end() {
      guard let number = flights.keys.sorted().randomElement(using: &generator),
        let begun = flights.removeValue(forKey: number)
      else { return }
      let isInProgress = state.isInProgress(number)
      let before = state.snapshot
      let token = generator.chance(3) ? nil : token()
      if let token { holds = holds && state.renew(with: token, after: begun) == (begun == before.number) }
      let woken = state.end(number)
      holds = holds && (isInProgress ? Set(woken) == waiting : woken.isEmpty)
      holds = holds && state.token == (begun == before.number ? token ?? before.token : before.token)
      if isInProgress { waiting = [] }
    }

    /// A look into the store ends, also one that was overtaken.
    mutating func look() {
      let before = state.snapshot
      let number = generator.index(below: before.number + 1)
      let stored = generator.chance(2) ? nil : token()
      state.adopt(stored, after: number)
      holds = holds && state.token == (number == before.number ? stored : before.token)
      holds = holds && state.login == (state.token == nil ? .loggedOut : .loggedIn)
      holds = holds && (number < before.number || stored == before.token || state.isSaved)
    }

    mutating func reject() {
      let number = generator.index(below: tokens + 1)
      let isCurrent = state.token?.value.revealed == "t\(number)"
      let usable = state.usable { _ in true }
      state.reject("Bearer t\(number)")
      holds = holds && state.usable { _ in true } == (isCurrent ? nil : usable)
    }

    mutating func replace() {
      let token = generator.chance(2) ? nil : token()
      let woken = state.replace(with: token)
      holds = holds && Set(woken) == waiting && state.usable { _ in true } == token
      waiting = []
    }
  }

  @Test(
    "in any order of events, at most one refresh runs, all waiting calls end, and late events change nothing")
  func interleavings() {
    checkProperty(cases: 2_000) { generator in
      var model = RefreshModel(generator: generator)
      for _ in 0..<60 where model.holds { model.step() }
      return model.holds
    }
  }

  @Test("one rejected token causes one refresh, in any order of rejections and calls")
  func oneRefresh() {
    checkProperty(cases: 500) { generator in
      var state = RefreshState()
      _ = state.replace(with: AccessToken("old"))
      var starts = 0
      var number = 0
      var hasEnded = false
      for ticket in 0..<50 {
        state.reject("Bearer old")
        switch state.join(ticket, { _ in true }) {
        case .start(let refresh):
          starts += 1
          number = refresh
        case .use(let token): guard token == AccessToken("new") else { return false }
        case .wait: break
        }
        if !hasEnded, generator.chance(10) {
          guard state.renew(with: AccessToken("new"), after: state.snapshot.number) else { return false }
          _ = state.end(number)
          hasEnded = true
        }
      }
      return starts == 1
    }
  }
}
