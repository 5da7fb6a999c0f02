import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Rate limits of the parts of a server", .timeLimit(.minutes(3)))
struct RateLimitPartsTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private let clock = TestClock()

  /// GitHub's fields.
  private static func fields(_ resource: String, remaining: Int, reset: Int) -> HTTPHeaders {
    [
      "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "\(remaining)",
      "X-RateLimit-Used": "\(60 - remaining)",
      "X-RateLimit-Reset": "\(1_700_000_000 + reset)", "X-RateLimit-Resource": resource,
    ]
  }

  private func limited(_ stub: StubTransport) -> any Transport {
    stub.rateLimitedByServer(clock: CallClock(clock, startingAt: Self.start))
  }

  private func send(_ path: String, through transport: any Transport) async throws {
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api(path))) }
  }

  @Test("the quotas of a response can be read, also GitHub's", .feature("F13"))
  func values() {
    let github = Self.fields("search", remaining: 7, reset: 30)
    let expected = RateLimit(name: "search", limit: 60, remaining: 7, reset: .seconds(30))
    #expect(github.rateLimits(now: Self.start) == [expected])
    #expect(github.rateLimit?.remaining == 7)
    let structured: HTTPHeaders = [
      .rateLimit: #""day";r=90;t=3600, "burst";r=3;t=5"#, .rateLimitPolicy: #""burst";q=10;w=60"#,
    ]
    #expect(
      structured.rateLimit == RateLimit(name: "burst", limit: 10, remaining: 3, reset: .seconds(5)))
    #expect(structured.rateLimits().map(\.limit) == [nil, 10])
    let older: HTTPHeaders = ["RateLimit-Limit": "100", "RateLimit-Remaining": "12", "RateLimit-Reset": "30"]
    #expect(older.rateLimit == RateLimit(limit: 100, remaining: 12, reset: .seconds(30)))
    #expect(HTTPHeaders().rateLimit == nil)
    #expect((["X-RateLimit-Remaining": "many", "X-RateLimit-Reset": "5"] as HTTPHeaders).rateLimit == nil)
  }

  @Test("with GitHub's core quota used up, every other call waits for the reset", .feature("F13"))
  func core() async throws {
    let stub = StubTransport {
      On.any().respond(.status(200, headers: Self.fields("core", remaining: 0, reset: 9))).once()
        .then(.status(200))
    }
    let transport = limited(stub)
    try await send("/repos/a/b", through: transport)
    #expect(clock.now.offset == .zero)
    try await send("/users/c", through: transport)
    #expect(clock.now.offset == .seconds(9))
    #expect(stub.requests.count == 2)
  }

  @Test("the quota of one part does not delay calls to another", .feature("F13"))
  func parts() async throws {
    let stub = StubTransport {
      On(.get, "/search/**").respond(.status(200, headers: Self.fields("search", remaining: 0, reset: 20)))
      On.any().respond(.status(200, headers: Self.fields("core", remaining: 9, reset: 3_600)))
    }
    let transport = limited(stub)
    try await send("/search/issues", through: transport)
    let held = Task { try await transport.send(TransportRequest(url: .api("/search/issues?q=x"))) }
    try await clock.sleepers(1)
    for path in ["/repos/a/b", "/users/c"] {
      #expect(try await transport.send(TransportRequest(url: .api(path))).status == 200)
    }
    #expect(stub.requests.count == 3)
    clock.advance(by: .seconds(20))
    #expect(try await held.value.status == 200)
  }

  @Test("a path stays with its part when a response states a quota without a part", .feature("F13"))
  func unnamed() async throws {
    let stub = StubTransport {
      On.any().respond(.status(200, headers: Self.fields("search", remaining: 1, reset: 20))).once()
        .then(.status(200, headers: ["RateLimit-Remaining": "50", "RateLimit-Reset": "60"]))
    }
    let transport = limited(stub)
    for _ in 1...2 { try await send("/search/issues", through: transport) }
    #expect(clock.now.offset == .zero)
    try await send("/search/issues", through: transport)
    #expect(clock.now.offset == .seconds(20))
  }

  @Test("GitHub's secondary limit, a 403 with Retry-After, delays all calls", .feature("F13"))
  func secondary() async throws {
    let stub = StubTransport {
      On.any().respond(.status(403, headers: ["Retry-After": "5"]), .status(200))
    }
    let transport = limited(stub)
    try await send("/repos/a/b", through: transport)
    try await send("/users/c", through: transport)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("parts of a server take limited memory, and names of more than 100 bytes are ignored")
  func bounds() {
    var parts = QuotaParts()
    #expect(parts.part(of: "/a/b") == nil)
    for number in 0..<1_000 { parts.note("p\(number)", of: "/s\(number)/x") }
    #expect(parts.part(of: "/s0/y") == "p0" && parts.part(of: "/s999/y") == nil)
    parts.note("core", of: "/s0/x")
    #expect(parts.part(of: "/s0/x/y?z") == "core" && parts.part(of: "/new") == "core")
    #expect(parts.part(of: "") == "core")
    let long = Self.fields(String(repeating: "x", count: 101), remaining: 1, reset: 1)
    #expect(long.rateLimits(now: Self.start).map(\.name) == [""])
  }
}
