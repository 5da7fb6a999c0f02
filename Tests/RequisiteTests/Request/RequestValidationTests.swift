import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Every transport refuses values that would add lines to a request", .timeLimit(.minutes(1)))
struct RequestValidationTests {
  private static func problem(
    of request: TransportRequest, through transport: some Transport
  ) async -> InvalidRequest? {
    do {
      _ = try await transport.send(request)
      return nil
    } catch {
      guard case .invalidRequest(let problem) = error else { return nil }
      return problem
    }
  }

  static let transports: [any Transport] = [
    StubTransport { On.any().respond(text: "x") }, DefaultTransport.shared, URLSessionTransport.shared,
  ]

  @Test("a method that is not a token", arguments: ["GET\r\nX: y", "GET /other", "", "GÉT"])
  func method(method: String) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    for transport in Self.transports {
      let request = TransportRequest(method: HTTPMethod(rawValue: method), url: url)
      #expect(await Self.problem(of: request, through: transport)?.part == .method)
    }
  }

  @Test("a field with a line break, also without `send`", arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b"])
  func field(value: String) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let request = TransportRequest(url: url, headers: ["X-A": value])
    for transport in Self.transports {
      #expect(await Self.problem(of: request, through: transport)?.part == .header)
    }
    for case let transport as any TerminalTransport in Self.transports.dropFirst() {
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.exchange(request) }
      #expect(error?.kind == .invalidRequest)
    }
  }

  @Test("a field with a line break that a layer adds, or that a URLRequest would have")
  func addedField() async throws {
    let stub = StubTransport { On.any().respond(text: "x") }
    let transport = stub.header("X-A", "a\r\nX: y")
    #expect(await Self.problem(of: TransportRequest(url: .api), through: transport)?.part == .header)
    #expect(stub.requests.isEmpty)
    let request = Endpoint<String>.get("/", headers: ["X-A": "a\r\nX: y"])
    #expect(throws: NetworkRequestError.self) { try request.asURLRequest(baseURL: "https://api.test") }
  }

  @Test("a media type of a body with CR and LF")
  func contentType() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let body = HTTPBody.text("x", contentType: "text/plain\r\nX-Other: y")
    for transport in Self.transports {
      let request = TransportRequest(method: .post, url: url, body: body)
      #expect(await Self.problem(of: request, through: transport)?.part == .body)
    }
  }

  @Test(
    "a URL of another scheme or without a host",
    arguments: [
      "http:///127.0.0.1:1/", "https://?a", "ftp://127.0.0.1:1/", "data:text/plain,x", "file:///etc/hostname",
    ])
  func address(text: String) async throws {
    let url = try #require(URL(string: text))
    for transport in Self.transports.dropFirst() {
      #expect(await Self.problem(of: TransportRequest(url: url), through: transport)?.part == .path)
    }
  }
}
