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
    #expect(fields.limits == [.init(name: "", remaining: remaining, reset: .seconds(reset))])
    #expect(fields.policies.isEmpty)
  }

  @Test(
    "malformed numbers and incomplete fields are ignored",
    arguments: [
      ["X-RateLimit-Remaining": "0"], ["X-RateLimit-Reset": "5"],
      ["X-RateLimit-Remaining": "-1", "X-RateLimit-Reset": "5"],
      ["X-RateLimit-Remaining": "1.5", "X-RateLimit-Reset": "5"],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2018-03-13T00:00:00Z"],
      // Milliseconds since 1970, and what no number can hold.
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1377010060000"],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999"],
      // In the drafts, a reset is never a moment.
      ["RateLimit-Remaining": "0", "RateLimit-Reset": "1377010060"],
      ["RateLimit-Remaining": "5, 7", "RateLimit-Reset": "1"],
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
    let transport = stub.rateLimitedByServer(clock: CallClock(clock)) { Self.now }
    _ = try await transport.send(TransportRequest(url: .api))
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(clock.now.offset == .seconds(7))
  }
}
