import RequisiteTesting
import Testing

@testable import Requisite

/// A response on the wire, and what a client makes of it: the same by libcurl, by URLSession and from a stub.
struct WireCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Equatable {
    case response(Int, String)
    case failure(TransportFailure.Code)
  }

  let name: String
  var method = HTTPMethod.get
  var fields: HTTPHeaders = [:]
  var status = 200
  var headers: HTTPHeaders = [:]
  var body = Data()
  let outcome: Outcome
  /// Why URLSession on Linux does otherwise; nil if it does not.
  var excuse: String?

  var testDescription: String { name }

  /// The bytes that a server sends.
  var message: Data {
    let lines = headers.map { "\($0.name.rawValue): \($0.value)\r\n" }.joined()
    return Data("HTTP/1.1 \(status) \r\n\(lines)\r\n".utf8) + body
  }

  var stub: StubResponse { .data(body, status: status, headers: headers) }

  private static let lenient = "Foundation's parser and libcurl's are more lenient"
  static let gzip = Data([
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 0, 159, 161, 202, 9, 19,
    0, 0, 0,
  ])

  static let all: [WireCase] = [
    WireCase(name: "a body", headers: ["X-A": " b "], body: Data("ok".utf8), outcome: .response(200, "ok")),
    WireCase(name: "a 204 with a body", status: 204, body: Data("no".utf8), outcome: .response(204, "")),
    WireCase(name: "a 304 with a body", status: 304, body: Data("no".utf8), outcome: .response(304, "")),
    WireCase(
      name: "a 304 with the length of what it is about", status: 304, headers: ["Content-Length": "9"],
      outcome: .response(304, "")),
    WireCase(
      name: "a response to HEAD", method: .head, headers: ["Content-Length": "2"], outcome: .response(200, "")
    ),
    WireCase(
      name: "a body in its coding", headers: ["Content-Encoding": "gzip"], body: gzip,
      outcome: .response(200, "hello, hello, hello")),
    WireCase(
      name: "a body in an unknown coding, after an Accept-Encoding of one's own",
      fields: ["Accept-Encoding": "identity"],
      headers: ["Content-Encoding": "x-odd"], body: Data("ok".utf8), outcome: .response(200, "ok"),
      excuse: "Foundation's libcurl decodes whatever the request says"),
    WireCase(
      name: "plain bytes with a content coding", headers: ["Content-Encoding": "gzip"],
      body: Data("plain".utf8),
      outcome: .failure(.cannotDecodeContentData), excuse: "Foundation has another code"),
    WireCase(
      name: "half of a coded body", headers: ["Content-Encoding": "gzip"], body: gzip.prefix(20),
      outcome: .failure(.cannotDecodeContentData), excuse: "Foundation's libcurl takes it for the whole"),
    WireCase(
      name: "a body that is shorter than its length", headers: ["Content-Length": "9"], body: Data("ok".utf8),
      outcome: .failure(.networkConnectionLost)),
    WireCase(
      name: "a body that is longer than its length", headers: ["Content-Length": "2"],
      body: Data("okay".utf8),
      outcome: .response(200, "ok")),
    WireCase(
      name: "a length that is none", headers: ["Content-Length": "2x"], body: Data("ok".utf8),
      outcome: .failure(.badServerResponse)),
    WireCase(
      name: "two lengths that differ",
      headers: [HTTPHeader("Content-Length", "2"), HTTPHeader("Content-Length", "3")],
      body: Data("ok".utf8), outcome: .failure(.badServerResponse), excuse: "Foundation keeps the last"),
    WireCase(name: "the status 99", status: 99, outcome: .failure(.badServerResponse), excuse: lenient),
    WireCase(name: "the status 1000", status: 1000, outcome: .failure(.badServerResponse), excuse: lenient),
    WireCase(
      name: "an interim response alone", status: 100, outcome: .failure(.networkConnectionLost),
      excuse: lenient),
    WireCase(
      name: "a value with a line feed", headers: ["X-A": "a\nb"], outcome: .failure(.badServerResponse),
      excuse: lenient),
    WireCase(
      name: "a value with a CR", headers: ["X-A": "a\rb"], outcome: .failure(.badServerResponse),
      excuse: lenient),
    WireCase(
      name: "a value with another field", headers: ["X-A": "a\r\nX-B: b"], body: Data("ok".utf8),
      outcome: .response(200, "ok")),
    WireCase(
      name: "a name with a blank", headers: [HTTPHeader(HTTPHeaderName("X A"), "b")],
      outcome: .failure(.badServerResponse), excuse: lenient),
    WireCase(
      name: "a coding of the transfer that was not asked for", headers: ["Transfer-Encoding": "gzip"],
      outcome: .failure(.badServerResponse), excuse: lenient),
  ]
}

@Suite("What a response on the wire becomes", .timeLimit(.minutes(3)))
struct WireTests {
  private func outcome(
    of wire: WireCase, on transport: some TerminalTransport, at url: URL,
    _ delivery: TransportRequest.Delivery = .buffered
  ) async throws -> WireCase.Outcome {
    let request = TransportRequest(method: wire.method, url: url, headers: wire.fields, delivery: delivery)
    do throws(NetworkRequestError) {
      let response = try await transport.send(request)
      let body = try await response.bodyStream.collected(upTo: 1000)
      if let failure = response.bodyFailure { throw failure }
      return .response(response.status, String(decoding: body, as: UTF8.self))
    } catch {
      guard case .urlSessionFailed(let failure) = error else { throw error }
      return .failure(failure.code)
    }
  }

  private func outcome(of wire: WireCase, on transport: some TerminalTransport) async throws
    -> WireCase.Outcome
  {
    let server = try ScriptedServer(ServerScript([.read, .send(wire.message)]))
    defer { server.stop() }
    return try await outcome(of: wire, on: transport, at: server.baseURL)
  }

  @Test("a stub is received as a server's response is", .feature("F52"), arguments: WireCase.all)
  func stub(wire: WireCase) async throws {
    let stub = StubTransport { On.any().respond(wire.stub) }
    for delivery in [TransportRequest.Delivery.buffered, .streamed] {
      #expect(try await outcome(of: wire, on: stub, at: .api, delivery) == wire.outcome)
    }
    #expect(stub.requests.count == 2)
  }

  #if os(Linux)
    @Test("libcurl receives it so", .feature("F52"), arguments: WireCase.all)
    func curl(wire: WireCase) async throws {
      #expect(try await outcome(of: wire, on: CurlTransport()) == wire.outcome)
    }
  #endif

  @Test("URLSession receives it so", .feature("F52"), arguments: WireCase.all.filter { $0.excuse == nil })
  func session(wire: WireCase) async throws {
    #expect(try await outcome(of: wire, on: URLSessionTransport.shared) == wire.outcome)
  }

  /// Methods and URLs that no transport sends.
  private static let unsendable: [(HTTPMethod, String)] = [
    ("CONNECT", "http://127.0.0.1:1/"), ("A B", "http://127.0.0.1:1/"), (.get, "ftp://127.0.0.1:1/"),
    (.get, "http:///a"), (.get, "http://%31.example/"), (.get, "http://127.0.0.1:99999/"),
    (.get, "http://127.0.0.1:0/"),
  ]

  @Test(
    "what no transport sends is refused by stubs as well, and does not reach one", .feature("F52"),
    arguments: unsendable)
  func targets(method: HTTPMethod, url: String) async throws {
    let request = TransportRequest(method: method, url: try #require(URL(string: url)))
    let stub = StubTransport { On.any().respond(.status(200)) }
    var transports: [any TerminalTransport] = [stub, EchoTransport(), URLSessionTransport.shared]
    #if os(Linux)
      transports.append(CurlTransport())
    #endif
    for transport in transports {
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(error?.kind == .invalidRequest, "\(type(of: transport))")
    }
    #expect(stub.requests.isEmpty)
  }

  @Test("a response that never comes is a timeout, unless the request has none", .feature("F52"))
  func silence() async throws {
    let (clock, stub) = (TestClock(), StubTransport { On.any().respond(.never) })
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let endpoint = Endpoint<String>.get("/x")
    let error = try await clock.run { try await client.failure(of: endpoint) }
    guard case .urlSessionFailed(let failure) = error else { throw error }
    #expect(failure.code == .timedOut && clock.now.offset == .seconds(60))

    let patient = Task { try await client.with(\.timeout, nil).failure(of: endpoint) }
    try await stub.requests(atLeast: 2)
    #expect(clock.sleeperCount == 0)
    patient.cancel()
    #expect(try await patient.value.kind == .cancelled)
  }
}
