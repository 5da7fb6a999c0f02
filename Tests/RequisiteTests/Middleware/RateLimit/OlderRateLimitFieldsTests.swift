import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Older spellings of rate limits", .timeLimit(.minutes(1)))
struct OlderRateLimitFieldsTests {
  private static let now = Date(timeIntervalSince1970: 1_377_010_000)

  private func read(_ headers: HTTPHeaders) -> RateLimitFields? {
    RateLimitFields(headers, now: Self.now)
  }

  @Test(
    "the remaining quota and its reset are read from each of them",
    arguments: [
      (["RateLimit-Limit": "100", "RateLimit-Remaining": "12", "RateLimit-Reset": "30"], 12, 30),
      (["RateLimit-Remaining": " 12 ", "RateLimit-Reset": "0"], 12, 0),
      (["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "3600"], 0, 3_600),
      (["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1377010060"], 0, 60),
      (["X-RateLimit-Remaining": "7", "X-RateLimit-Reset": "1377009000"], 7, 0),
      // The server's own clock, where it tells it.
      (
        [
          "Date": "Tue, 20 Aug 2013 14:50:41 GMT", "X-RateLimit-Remaining": "0",
          "X-RateLimit-Reset": "1377013266",
        ], 0, 3_025
      ),
    ] as [(HTTPHeaders, Int, Int)])
  func forms(headers: HTTPHeaders, remaining: Int, reset: Int) throws {
    let fields = try #require(read(headers))
    #expect(fields.limits.map(\.remaining) == [remaining])
    #expect(fields.limits.map(\.reset) == [.seconds(reset)])
    #expect(fields.limits.allSatisfy { $0.name.isEmpty } && fields.policies.isEmpty)
  }

  @Test(
    "what servers send is read, whatever the spelling",
    arguments: [
      // Discord
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1377010007.123"], 0, 7_123),
      (
        [
          "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1377010099", "X-RateLimit-Reset-After": "64.57",
        ], 0, 64_570
      ),
      // GitLab
      (["RateLimit-Remaining": "0", "RateLimit-Reset": "1377010060"], 0, 60_000),
      // draft-07, and one with semicolons
      (["RateLimit": "limit=100, remaining=0, reset=2"], 0, 2_000),
      (["RateLimit": "limit=100;remaining=3;reset=2.5"], 3, 2_500),
      // X and Reddit
      (["x-rate-limit-remaining": "1", "x-rate-limit-reset": "1377010001"], 1, 1_000),
      (["X-RateLimit-Remaining": "598.0", "X-RateLimit-Reset": "7"], 598, 7_000),
      // APIs of language models
      (
        [
          "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "2s",
          "x-ratelimit-remaining-tokens": "9",
        ],
        0, 2_000
      ),
      (
        [
          "anthropic-ratelimit-requests-remaining": "4",
          "anthropic-ratelimit-requests-reset": "2013-08-20T14:46:50Z",
        ], 4, 10_000
      ),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1377010060000"], 0, 60_000),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset-Ms": "250"], 0, 250),
      // Repeated by a gateway, and the parameters of an early draft
      (["RateLimit-Remaining": "5, 7", "RateLimit-Reset": "1"], 5, 1_000),
      (["RateLimit-Remaining": "0, 0", "RateLimit-Reset": "1, 2"], 0, 2_000),
      // What says nothing hides nothing
      ([.rateLimitPolicy: "100;w=60", "RateLimit-Remaining": "2", "RateLimit-Reset": "9"], 2, 9_000),
      ([.rateLimit: "?", "X-RateLimit-Remaining": "2", "X-RateLimit-Reset": "9"], 2, 9_000),
      (
        [
          "RateLimit-Remaining": "many", "RateLimit-Reset": "9", "X-RateLimit-Remaining": "1",
          "X-RateLimit-Reset": "8",
        ], 1, 8_000
      ),
      (
        ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "soon", "X-RateLimit-Reset": "8"], 1, 8_000
      ),
    ] as [(HTTPHeaders, Int, Int)])
  func found(headers: HTTPHeaders, remaining: Int, milliseconds: Int) throws {
    let fields = try #require(read(headers))
    #expect(fields.limits.map(\.remaining) == [remaining])
    #expect(fields.limits.map(\.reset) == [.milliseconds(milliseconds)])
  }

  @Test("the total of a quota is read from the field of the same name")
  func total() {
    let headers: HTTPHeaders = [
      "RateLimit-Limit": "10, 10;w=1", "RateLimit-Remaining": "3", "RateLimit-Reset": "1",
    ]
    #expect(headers.rateLimit == RateLimit(limit: 10, remaining: 3, reset: .seconds(1)))
  }

  @Test("other fields are read by a function of one's own, beside those that are known")
  func ownFields() async throws {
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(.status(200, headers: ["X-Api-Quota": "0;30"])) }
    let transport = stub.rateLimitedByServer(
      quotas: { response in
        let numbers = (response.headers["X-Api-Quota"] ?? "").split(separator: ";").compactMap { Int($0) }
        return [RateLimit(remaining: numbers[0], reset: .seconds(numbers[1]))]
      }, clock: CallClock(clock))
    _ = try await transport.send(TransportRequest(url: .api))
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(clock.now.offset == .seconds(30))
  }

  @Test("after a 429 with a reset alone, the next call waits for it")
  func resetAlone() async throws {
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(.status(429, headers: ["RateLimit-Reset": "2.5"])) }
    let transport = stub.rateLimitedByServer(clock: CallClock(clock, startingAt: Self.now))
    _ = try await transport.send(TransportRequest(url: .api))
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(clock.now.offset == .milliseconds(2_500))
  }

  @Test(
    "malformed numbers and incomplete fields are ignored",
    arguments: [
      ["X-RateLimit-Remaining": "0"], ["X-RateLimit-Reset": "5"],
      ["X-RateLimit-Remaining": "-1", "X-RateLimit-Reset": "5"],
      ["X-RateLimit-Remaining": "5", "RateLimit-Reset": "5"],
      ["X-RateLimit-Remaining-Tokens": "5", "X-RateLimit-Reset-Tokens": "5"],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"],
      // What no number can hold.
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999"],
    ] as [HTTPHeaders])
  func unreadable(headers: HTTPHeaders) {
    #expect(read(headers) == nil)
  }

  @Test("the structured fields win over the draft's, and malformed fields are skipped")
  func precedence() throws {
    var headers: HTTPHeaders = ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "3"]
    #expect(try #require(read(headers)).limits.first?.remaining == 3)
    headers.append(HTTPHeader("RateLimit-Remaining", "2"))
    #expect(try #require(read(headers)).limits.first?.remaining == 3)
    headers.append(HTTPHeader("RateLimit-Reset", "2"))
    #expect(try #require(read(headers)).limits.first?.remaining == 2)
    headers.append(HTTPHeader(.rateLimit, #""x";r=1;t=1"#))
    #expect(try #require(read(headers)).limits.first?.remaining == 1)
  }

  @Test("with no quota left, the next call waits for the reset")
  func waiting() async throws {
    let clock = TestClock()
    let stub = StubTransport {
      On.any().respond(
        .status(200, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1377010007"]))
    }
    let transport = stub.rateLimitedByServer(clock: CallClock(clock, startingAt: Self.now))
    _ = try await transport.send(TransportRequest(url: .api))
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(clock.now.offset == .seconds(7))
  }
}
