import Testing

@testable import Requisite

@Suite("Scoped states")
struct ScopedStatesTests {
  @Test("beyond so many hosts, those that are idle are forgotten and the others kept")
  func tidying() {
    let states = ScopedStates(fresh: 0) { $0 == 0 }
    let limit = ScopedStates<Int>.limit
    for index in 0..<limit {
      states.withState(of: Origin(.api("/", host: "host\(index).example"))) { $0 = index % 2 }
    }
    #expect(states.count == limit)
    states.withState(of: nil) { $0 = 7 }
    #expect(states.count == limit / 2 + 1)
    #expect(states.withState(of: Origin(.api("/", host: "host1.example"))) { $0 } == 1)
  }
}
