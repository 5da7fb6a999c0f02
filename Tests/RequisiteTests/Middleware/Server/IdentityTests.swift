import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Numbers, ids and traces of requests", .timeLimit(.minutes(1)))
struct IdentityTests {
  private let stub = StubTransport { On.any().respond(.status(503), .status(200)) }

  @Test(
    "requests are numbered from 1, without gaps or repeats, also if many are sent at once", .feature("C18"))
  func numbered() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.numbered()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { _ = try await transport.send(TransportRequest(url: .api)) } }
      try await group.waitForAll()
    }
    #expect(stub.requests.compactMap(\.options.number).sorted() == Array(1...200))
    _ = try await stub.numbered().send(TransportRequest(url: .api))
    #expect(stub.requests.last?.options.number == 1)
  }

  @Test("outside of retries a call has one number, and inside each attempt has its own", .feature("C18"))
  func attempts() async throws {
    let transport = stub.numbered().retried(.immediate())
    _ = try await transport.send(TransportRequest(url: .api))
    #expect(stub.requests.map(\.options.number) == [1, 2])
    let other = StubTransport { On.any().respond(.status(503), .status(200)) }
    _ = try await other.retried(.immediate()).numbered().send(TransportRequest(url: .api))
    #expect(other.requests.map(\.options.number) == [1, 1])
  }

  @Test("every call has its own id, which all of its attempts send", .feature("C19"))
  func identified() async throws {
    #expect(Set((0..<1_000).map { _ in TransportRequest(url: .api).id }).count == 1_000)
    let transport = stub.identified().retried(.immediate())
    let request = TransportRequest(url: .api)
    _ = try await transport.send(request)
    #expect(
      stub.requests.map { $0.headers["X-Request-ID"] } == [request.id.description, request.id.description])
    _ = try await stub.identified(by: "X-Trace") { _ in "mine" }.send(request)
    #expect(stub.requests.last?.headers["X-Trace"] == "mine")
    _ = try await stub.identified().send(TransportRequest(url: .api, headers: ["x-request-id": "own"]))
    #expect(stub.requests.last?.headers.values(for: "X-Request-ID") == ["own"])
  }

  @Test(
    "traceparent has the trace of the call and a span for each attempt (W3C Trace Context §3.2)",
    .feature("C19"))
  func traced() async throws {
    let spans = Locked<[UInt64]>([0xb7ad_6b71_6920_3331, 0])
    let transport = stub.traced { spans.withLock { $0.removeFirst() } }.retried(.immediate())
    let request = TransportRequest(url: .api)
    _ = try await transport.send(request)
    #expect(
      stub.requests.map { $0.headers["traceparent"] } == [
        "00-\(request.id)-b7ad6b7169203331-01", "00-\(request.id)-0000000000000001-01",
      ])
    _ = try await stub.traced(isSampled: false).send(request)
    let field = try #require(stub.requests.last?.headers["traceparent"])
    #expect(field.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-00/) != nil)
    let own = TransportRequest(url: .api, headers: ["traceparent": "00-own"])
    _ = try await stub.traced().send(own)
    #expect(stub.requests.last?.headers.values(for: "traceparent") == ["00-own"])
  }
}
