import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Limits below zero count as zero", .timeLimit(.minutes(1)))
struct LimitOptionsTests {
  @Test("an option that is not set has its default, also one whose value may be nil, whatever others are set")
  func defaults() {
    #expect(RequestOptions().timeout == .seconds(60))
    let other = RequestOptions().with(\.maximumBodySize, 1)
    #expect(other.timeout == .seconds(60) && other.deadline == nil && other.priority == .normal)
    #expect(RequestOptions().with(\.timeout, nil).timeout == nil)
    #expect(other.with(\.timeout, nil).timeout == nil)
    #expect(other.with(\.timeout, .seconds(5)).timeout == .seconds(5))
  }

  @Test("the limit of a body refuses any body, and does not end the process")
  func body() async throws {
    let transport = StubTransport { On.any().respond(text: "hello") }
    let client = APIClient(baseURL: "https://api.test", transport: transport).with(\.maximumBodySize, -1)
    #expect(client.options.maximumBodySize == 0)
    let outcome = await Result.awaiting({ () async throws(NetworkRequestError) in
      try await client.dispatch(Endpoint<String>.get("/x"))
    })
    guard case .failure(.bodyTooLarge(let limit, _)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(limit == 0)
  }

  @Test("the limit of a printed body prints no byte of it")
  func printed() throws {
    let url = try #require(URL(string: "https://api.test/x"))
    let request = TransportRequest(method: .post, url: url, body: .text("hello"))
    #expect(CallEvent(.started, request).text(.pretty(bodyLimit: -1)).contains("… (5 bytes)"))
    #expect(Redaction.standard.body(Data("hello".utf8), as: nil, limit: .min) == "… (5 bytes)")
  }

  @Test("the limit of a line")
  func line() {
    #expect(RequestOptions().with(\.maximumLineLength, .min).maximumLineLength == 0)
  }
}
