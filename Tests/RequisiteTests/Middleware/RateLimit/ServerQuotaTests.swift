import Testing

@testable import Requisite

@Suite("Server quota")
struct ServerQuotaTests {
  @Test("the remaining calls are sent, and the next one waits for the end of the window")
  func window() {
    var quota = ServerQuota()
    quota.note(Self.fields(remaining: 2, reset: 30), sent: .seconds(10), at: .seconds(10))
    quota.take(at: .seconds(11))
    #expect(quota.wait(at: .seconds(12)) == .zero)
    quota.take(at: .seconds(12))
    #expect(quota.wait(at: .seconds(12)) == .seconds(28))
    #expect(quota.wait(at: .seconds(40)) == .zero)
    #expect(quota.isBlank(at: .seconds(40)))
  }

  @Test("of several quotas, the one with the longest wait applies")
  func several() {
    var quota = ServerQuota()
    let fields = RateLimitFields([.rateLimit: #""a";r=0;t=5, "b";r=0;t=50, "c";r=9;t=500"#])
    if let fields { quota.note(fields, sent: .zero, at: .zero) }
    #expect(quota.wait(at: .zero) == .seconds(50))
    #expect(quota.wait(at: .seconds(50)) == .zero)
  }

  @Test(
    "a quota without a name that ends first counts for what it says, and then the longer one", .feature("F42")
  )
  func shorter() {
    var quota = ServerQuota()
    quota.note(Self.fields(remaining: 50, reset: 100), sent: .zero, at: .zero)
    quota.note(Self.fields(remaining: 0, reset: 5), sent: .seconds(1), at: .seconds(1))
    #expect(quota.wait(at: .seconds(1)) == .seconds(5))
    #expect(quota.wait(at: .seconds(6)) == .zero)
    quota.note(Self.fields(remaining: 0, reset: 90), sent: .seconds(10), at: .seconds(10))
    #expect(quota.wait(at: .seconds(10)) == .seconds(90))
  }

  @Test("late responses do not restore quota that was used since")
  func late() {
    var quota = ServerQuota()
    quota.note(Self.fields(remaining: 3, reset: 30), sent: .zero, at: .zero)
    for _ in 0..<3 { quota.take(at: .seconds(1)) }
    quota.note(Self.fields(remaining: 2, reset: 28), sent: .seconds(2), at: .seconds(2))
    #expect(quota.wait(at: .seconds(2)) == .seconds(28))
    quota.note(Self.fields(remaining: 99, reset: 60), sent: .seconds(30), at: .seconds(30))
    #expect(quota.wait(at: .seconds(30)) == .zero)
  }

  @Test("a policy gives the quota of the next window, and the reset if it is missing")
  func policy() {
    var quota = ServerQuota()
    quota.note(Self.fields(remaining: 0, reset: nil, policy: #""x";q=2;w=10"#), sent: .zero, at: .zero)
    #expect(quota.wait(at: .zero) == .seconds(10))
    for _ in 0..<2 { quota.take(at: .seconds(10)) }
    #expect(quota.wait(at: .seconds(10)) == .seconds(10))
    #expect(quota.wait(at: .seconds(20)) == .zero)
  }

  @Test("a policy alone is respected, and its own request counts")
  func policyAlone() {
    var quota = ServerQuota()
    if let fields = RateLimitFields([.rateLimitPolicy: #""x";q=2;w=10, "none";q=0;w=10, "open";q=1"#]) {
      quota.note(fields, sent: .zero, at: .zero)
    }
    #expect(quota.wait(at: .zero) == .zero)
    quota.take(at: .zero)
    #expect(quota.wait(at: .zero) == .seconds(10))
  }

  @Test("a policy of one call is respected")
  func policyOfOne() throws {
    var quota = ServerQuota()
    let fields = try #require(RateLimitFields([.rateLimitPolicy: #""x";q=1;w=10"#]))
    quota.note(fields, sent: .zero, at: .zero)
    #expect(quota.wait(at: .zero) == .seconds(10))
  }

  @Test("servers round to whole seconds: a reset that differs by one is of the same window")
  func rounded() {
    var earlier = ServerQuota()
    earlier.note(Self.fields(remaining: 50, reset: 100), sent: .zero, at: .zero)
    earlier.note(Self.fields(remaining: 0, reset: 98), sent: .seconds(1), at: .seconds(1))
    #expect(earlier.wait(at: .seconds(1)) == .seconds(99))
    var later = ServerQuota()
    later.note(Self.fields(remaining: 0, reset: 30), sent: .zero, at: .zero)
    later.note(Self.fields(remaining: 9, reset: 26), sent: .seconds(5), at: .seconds(5))
    #expect(later.wait(at: .seconds(5)) == .seconds(25))
  }

  @Test("32 quotas are stored, and those that are over make room")
  func room() throws {
    var quota = ServerQuota()
    func note(_ name: String, reset: Int, at now: Duration) throws {
      let fields = try #require(RateLimitFields([.rateLimit: "\"\(name)\";r=0;t=\(reset)"]))
      quota.note(fields, sent: now, at: now)
    }
    for number in 1...32 { try note("\(number)", reset: 5, at: .zero) }
    try note("33", reset: 50, at: .zero)
    #expect(quota.wait(at: .zero) == .seconds(5))
    try note("33", reset: 50, at: .seconds(6))
    #expect(quota.wait(at: .seconds(6)) == .seconds(50))
  }

  @Test("a limit without an end is ignored")
  func endless() {
    var quota = ServerQuota()
    quota.note(Self.fields(remaining: 0, reset: nil), sent: .zero, at: .zero)
    #expect(quota.wait(at: .zero) == .zero)
  }

  @Test("the longest wait applies")
  func closed() {
    var quota = ServerQuota()
    quota.close(for: .seconds(20), at: .zero)
    quota.close(for: .seconds(5), at: .seconds(1))
    #expect(quota.wait(at: .seconds(5)) == .seconds(15))
    #expect(!quota.isBlank(at: .seconds(19)))
  }

  @Test("a late response does not move the end of the window")
  func end() {
    var quota = ServerQuota()
    quota.note(Self.fields(remaining: 0, reset: 30), sent: .zero, at: .zero)
    quota.note(Self.fields(remaining: 0, reset: 29), sent: .seconds(1), at: .seconds(10))
    #expect(quota.wait(at: .seconds(10)) == .seconds(20))
  }

  @Test("a call counts against the quota of its part and of the whole server, and of no other part")
  func parts() throws {
    var quota = ServerQuota()
    for part in ["core", "search"] {
      let headers: HTTPHeaders = [
        "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "30", "X-RateLimit-Resource": part,
      ]
      quota.note(try #require(RateLimitFields(headers)), sent: .zero, at: .zero)
    }
    quota.note(Self.fields(remaining: 2, reset: 50), sent: .zero, at: .zero)
    quota.take(at: .zero, for: "search")
    #expect(quota.wait(at: .zero, for: "search") == .seconds(30))
    #expect(quota.wait(at: .zero, for: "core") == .zero)
    quota.take(at: .zero, for: "core")
    #expect(quota.wait(at: .zero, for: "core") == .seconds(50))
    #expect(quota.wait(at: .zero) == .seconds(50))
  }

  @Test("never more calls are sent than the server allows, with late responses in any order")
  func neverTooMany() {
    checkProperty { generator in
      var server = WindowServer(quota: generator.index(below: 40) + 1, end: 400)
      var quota = ServerQuota()
      var now = Duration.zero
      var underWay: [(fields: RateLimitFields, sent: Duration)] = []
      quota.note(server.request(at: now), sent: now, at: now)
      for _ in 0..<200 {
        now += .milliseconds(generator.index(below: 2_000))
        if quota.wait(at: now) == .zero {
          quota.take(at: now)
          underWay.append((server.request(at: now), now))
        }
        if !underWay.isEmpty, generator.chance(2) {
          let response = underWay.remove(at: generator.index(below: underWay.count))
          quota.note(response.fields, sent: response.sent, at: now)
        }
        guard server.used <= server.quota else { return false }
      }
      return quota.wait(at: .seconds(900)) == .zero
    }
  }

  @Test("what a server states for a time far away can be discarded a day after it was stated")
  func farAway() {
    for seconds in [90_000, 4_000_000_000] {
      var closed = ServerQuota()
      closed.close(for: .seconds(seconds), at: .seconds(10))
      var empty = ServerQuota()
      empty.note(Self.fields(remaining: 0, reset: seconds), sent: .seconds(10), at: .seconds(10))
      for quota in [closed, empty] {
        #expect(!quota.isBlank(at: .seconds(86_409)))
        #expect(quota.isBlank(at: .seconds(86_410)))
        #expect(quota.wait(at: .seconds(86_410)) > .zero, "while it is kept, it holds")
      }
    }
  }

  fileprivate static func fields(remaining: Int, reset: Int?, policy: String? = nil) -> RateLimitFields {
    var headers: HTTPHeaders = [.rateLimit: #""x";r=\#(remaining)"# + (reset.map { ";t=\($0)" } ?? "")]
    headers[.rateLimitPolicy] = policy
    guard let fields = RateLimitFields(headers) else { preconditionFailure("not read: \(headers)") }
    return fields
  }
}

/// A server that allows a number of calls per window, and reports it.
private struct WindowServer {
  let quota: Int
  let end: Int
  private(set) var used = 0

  init(quota: Int, end: Int) {
    (self.quota, self.end) = (quota, end)
  }

  mutating func request(at now: Duration) -> RateLimitFields {
    used += 1
    let reset = end - Int(now.components.seconds)
    return ServerQuotaTests.fields(remaining: max(0, quota - used), reset: reset)
  }
}
