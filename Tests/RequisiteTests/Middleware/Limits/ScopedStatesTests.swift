import TestSupport
import Testing

@testable import Requisite

@Suite("Scoped states")
struct ScopedStatesTests {
  @Test("beyond the maximum number of hosts, idle ones are dropped and the others kept")
  func tidying() {
    let states = ScopedStates(fresh: 0) { $0 == 0 }
    let limit = ScopedStates<Int>.limit
    for index in 0..<limit {
      states.withState(of: ScopeKey(.api("/", host: "host\(index).example"))) { $0 = index % 2 }
    }
    #expect(states.count == limit)
    states.withState(of: .all) { $0 = 7 }
    #expect(states.count == limit / 2 + 1)
    #expect(states.withState(of: ScopeKey(.api("/", host: "host1.example"))) { $0 } == 1)
  }

  @Test("however many hosts are busy, a new one is compared with a few states on average")
  func busy() {
    let looks = Counter()
    let states = ScopedStates(fresh: 0) { _ in
      looks.add()
      return false
    }
    let count = 8 * ScopedStates<Int>.limit
    for index in 0..<count {
      states.withState(of: ScopeKey(.api("/", host: "host\(index).example"))) { $0 += 1 }
    }
    #expect(states.count == count)
    #expect(looks.value <= 2 * count, "\(looks.value)")
  }

  @Test("all spellings of an origin have one key, and other origins have other keys")
  func keys() throws {
    let plain = ["https://api.example.com/a", "https://api.example.com", "https://api.example.com/?b#c"]
    let odd = [
      "HTTPS://API.example.com/", "https://api.example.com:443/", "https://user:word@api.example.com/",
    ]
    let others = [
      "http://api.example.com/", "https://api.example.com:8443/", "https://api.example.co/",
      "https://api.example.com.evil.example/", "https://example.com@evil.example/", "https://[::1]/",
    ]
    let key = ScopeKey(.api)
    let plainHTTP = try #require(URL(string: "http://api.example.com/"))
    let odder = try #require(URL(string: "http://api.example.com:80/"))
    #expect(ScopeKey(odder) == ScopeKey(plainHTTP))
    for text in plain + odd { #expect(ScopeKey(try #require(URL(string: text))) == key, "\(text)") }
    let ported = [
      "https://api.example.com:8443/a", "HTTPS://API.example.com:8443", "https://u@api.example.com:08443/",
    ]
    #expect(Set(try ported.map { ScopeKey(try #require(URL(string: $0))) }).count == 1)
    let keys = try others.map { ScopeKey(try #require(URL(string: $0))) }
    #expect(Set(keys + [key, .all]).count == others.count + 2)
  }
}
