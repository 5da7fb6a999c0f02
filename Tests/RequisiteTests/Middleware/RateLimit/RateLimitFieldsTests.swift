import Testing

@testable import Requisite

@Suite("RateLimit and RateLimit-Policy")
struct RateLimitFieldsTests {
  @Test("a limit and its policy are read")
  func both() throws {
    let fields = try #require(
      RateLimitFields([
        .rateLimitPolicy: #""burst";q=100;w=60, "daily";q=1000;w=86400"#, .rateLimit: #""burst";r=12;t=30"#,
      ]))
    #expect(fields.limits == [.init(name: "burst", remaining: 12, reset: .seconds(30))])
    #expect(
      fields.policies == [
        .init(name: "burst", quota: 100, window: .seconds(60)),
        .init(name: "daily", quota: 1000, window: .seconds(86_400)),
      ])
  }

  @Test(
    "names can be tokens or contain separators, and further parameters are ignored",
    arguments: [
      (#"default;r=1;t=2"#, "default"), (#""a,b;c";r=1;t=2"#, "a,b;c"), (#""x";t=2;pk=:cGs=:;r=1"#, "x"),
      (#""x" ; r=9 ; r=1 ; t=2"#, "x"),
    ])
  func forms(value: String, name: String) throws {
    let fields = try #require(RateLimitFields([.rateLimit: value]))
    #expect(fields.limits == [.init(name: name, remaining: 1, reset: .seconds(2))])
  }

  @Test(
    "malformed members are skipped",
    arguments: [
      "", ";", "100", #""x""#, #""x";r"#, #""x";r=-1"#, #""x";r=1e3"#, #""x";r=9999999999999999"#, #""x;r=1"#,
    ])
  func unreadable(value: String) throws {
    #expect(try #require(RateLimitFields([.rateLimit: value])).limits.isEmpty)
  }

  @Test("quotas in other units than requests are ignored")
  func otherUnits() throws {
    let fields = try #require(
      RateLimitFields([
        .rateLimit: #""a";r=2;t=9, "b";r=5;t=9, "c";r=7"#,
        .rateLimitPolicy: #""a";q=9;w=1;qu="content-bytes", "b";q=9;w=1;qu="requests""#,
      ]))
    #expect(fields.policies.map(\.name) == ["b"])
    #expect(fields.limits.map(\.name) == ["b", "c"])
  }

  @Test("a response without these fields has no quota, and of thousands of quotas 16 are read")
  func amounts() throws {
    #expect(RateLimitFields([.retryAfter: "1"]) == nil)
    let many = (0..<5_000).map { #""\#($0)";r=1;t=1"# }.joined(separator: ",")
    #expect(try #require(RateLimitFields([.rateLimit: many])).limits.count == 16)
  }
}
