import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A bad body of an error response never hides its status", .timeLimit(.minutes(3)))
struct StatusFirstTests {
  /// Ways for a body to go wrong, as header fields and bytes.
  private static let faults: [(name: String, fields: [String], body: Data)] = [
    ("too large, announced", ["Content-Length: 5000"], Data(repeating: 0x61, count: 5_000)),
    (
      "too large, in chunks", ["Transfer-Encoding: chunked"],
      Data(("1388\r\n" + String(repeating: "a", count: 5_000) + "\r\n0\r\n\r\n").utf8)
    ),
    ("cut short", ["Content-Length: 900"], Data("start".utf8)),
    ("cut in a chunk", ["Transfer-Encoding: chunked"], Data("ff\r\nstart".utf8)),
    ("broken gzip", ["Content-Encoding: gzip", "Content-Length: 4"], Data([0x1F, 0x8B, 0xFF, 0xFF])),
    ("unknown coding", ["Content-Encoding: br", "Content-Length: 4"], Data("abcd".utf8)),
  ]

  private static func server(_ status: String, _ fields: [String], _ body: Data) throws -> FaultServer {
    try FaultServer { connection in
      let request = try connection.readRequest()
      guard !request.target.hasPrefix("/target") else {
        return try connection.send(HTTPMessage.response(body: "there", headers: ["Connection: close"]))
      }
      let head = (["HTTP/1.1 \(status)", "Location: /target", "Connection: close"] + fields).joined(
        separator: "\r\n")
      try connection.send(Data((head + "\r\n\r\n").utf8) + body)
    }
  }

  @Test(
    "for every delivery",
    arguments: ["404 Not Found", "500 Internal Server Error", "503 Service Unavailable"])
  func errors(status: String) async throws {
    for fault in Self.faults {
      let server = try Self.server(status, fault.fields, fault.body)
      defer { server.stop() }
      for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
        var request = TransportRequest(url: server.url("/"), delivery: delivery)
        request.options.maximumBodySize = 1_000
        let error = await #expect(throws: NetworkRequestError.self) {
          try await NetworkDispatcher().send(request)
        }
        #expect(error?.status == Int(status.prefix(3)), "\(fault.name), \(delivery)")
        #expect(error?.kind != .decodingError)
      }
    }
  }

  @Test("the body of a redirect that is followed does not decide the call")
  func redirects() async throws {
    for fault in Self.faults {
      let server = try Self.server("302 Found", fault.fields, fault.body)
      defer { server.stop() }
      for delivery in [TransportRequest.Delivery.buffered, .file(nil)] {
        var request = TransportRequest(url: server.url("/"), delivery: delivery)
        request.options.maximumBodySize = 1_000
        let response = try await NetworkDispatcher().send(request)
        #expect(response.status == 200 && response.bodyFailure == nil, "\(fault.name)")
        response.body.discard()
      }
    }
  }

  @Test("a bad body of an accepted status is the error of the body")
  func successes() async throws {
    for fault in Self.faults {
      let server = try Self.server("200 OK", fault.fields, fault.body)
      defer { server.stop() }
      var request = TransportRequest(url: server.url("/"))
      request.options.maximumBodySize = 1_000
      let error = await #expect(throws: NetworkRequestError.self) {
        try await NetworkDispatcher().send(request)
      }
      #expect([.bodyTooLarge, .urlSessionFailed].contains(error?.kind), "\(fault.name)")
    }
    let server = try Self.server("404 Not Found", Self.faults[2].fields, Self.faults[2].body)
    let all = NetworkDispatcher(statusMapping: StatusMapping { _ in nil })
    let error = await #expect(throws: NetworkRequestError.self) {
      try await all.send(TransportRequest(url: server.url("/")))
    }
    #expect(error?.kind == .urlSessionFailed)
  }

  @Test("an error's body is decoded by the decoder of the call")
  func decoder() async throws {
    struct Fault: Decodable, Equatable { let errorCode: Int }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let stub = StubTransport { On.any().respond(status: 422, data: Data(#"{"error_code":7}"#.utf8)) }
    let client = APIClient(
      baseURL: "https://api.test", transport: stub, coders: BodyCoders(response: decoder))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<Todo>.get("/x"))
    }
    #expect(try error?.decoded(as: Fault.self) == Fault(errorCode: 7))
  }
}
