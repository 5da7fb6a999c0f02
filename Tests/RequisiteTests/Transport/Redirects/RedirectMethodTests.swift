import RequisiteTesting
import TestSupport
import Testing

@Suite("Method and body of redirected requests (RFC 9110 §15.4)", .timeLimit(.minutes(3)))
struct RedirectMethodTests {
  @Test(
    "by status and method",
    arguments: [
      (301, "GET", "GET"), (301, "HEAD", "HEAD"), (301, "POST", "GET"), (301, "PUT", "PUT"),
      (301, "DELETE", "DELETE"),
      (302, "GET", "GET"), (302, "POST", "GET"), (302, "PATCH", "PATCH"), (302, "PUT", "PUT"),
      (303, "GET", "GET"), (303, "HEAD", "HEAD"), (303, "POST", "GET"), (303, "PUT", "GET"),
      (303, "DELETE", "GET"),
      (307, "GET", "GET"), (307, "POST", "POST"), (307, "PUT", "PUT"), (307, "PATCH", "PATCH"),
      (308, "GET", "GET"), (308, "POST", "POST"), (308, "DELETE", "DELETE"),
    ])
  func methods(status: Int, method: String, next: String) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(status, to: "/to"))
      On("/to").respond(status: 200)
    }
    let hasBody = !["GET", "HEAD"].contains(method)
    let request = TransportRequest(
      method: HTTPMethod(rawValue: method), url: try #require(URL(string: "https://api.test/from")),
      headers: hasBody ? [.contentType: "text/plain", "X-A": "1"] : ["X-A": "1"],
      body: hasBody ? .text("body") : .none)
    _ = try await stub.send(request)
    let second = try #require(stub.requests.last)
    let isKept = hasBody && next == method
    #expect(second.method.rawValue == next)
    #expect(second.text == (isKept ? "body" : ""))
    #expect(second.headers.contains(.contentType) == isKept)
    #expect(second.headers["X-A"] == "1")
  }

  @Test(
    "other 3xx statuses, and redirects without a Location, are responses",
    arguments: [300, 304, 305, 306, 399, 302])
  func notFollowed(status: Int) async throws {
    let headers: HTTPHeaders = status == 302 ? [:] : [.location: "/to"]
    let stub = StubTransport { On("/from").respond(status: status, headers: headers) }
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/from")))
    #expect(try await stub.send(request).status == status)
    #expect(stub.requests.count == 1)
  }

  @Test("a stream that can be read once is not sent a second time, and the error says so")
  func oneShot() async throws {
    let stub = StubTransport {
      On("/keep").respond(.redirect(307, to: "/to"))
      On("/drop").respond(.redirect(303, to: "/to"))
      On("/to").respond(status: 200)
    }
    func request(_ path: String, _ stream: BodyStream) throws -> TransportRequest {
      TransportRequest(
        method: .post, url: try #require(URL(string: "https://api.test\(path)")), body: .stream(stream))
    }
    func once() -> BodyStream { BodyStream(ByteStream(Data("body".utf8))) }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stub.send(request("/keep", once()))
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.description.contains("307") == true)
    #expect(try await stub.send(request("/drop", once())).status == 200, "a 303 needs no body")
    let again = BodyStream(restarting: { ByteStream(Data("body".utf8)) })
    #expect(try await stub.send(request("/keep", again)).status == 200)
    #expect(stub.requests.last?.text == "body")
  }

  @Test("as many redirects as the limit are followed, and none with a limit of zero")
  func limit() async throws {
    let stub = StubTransport {
      On("/:number").respond { request in
        let number = Int(request.path.dropFirst()) ?? 0
        return .redirect(to: "/\(number + 1)")
      }
    }
    var request = TransportRequest(url: try #require(URL(string: "https://api.test/1")))
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(error?.request?.url.path == "/1")
    #expect(stub.requests.count == 21)
    request.options.redirects = .none
    #expect(try await stub.send(request).status == 302)
    #expect(stub.requests.count == 22)
  }

  @Test("the file of a redirect, or of a chain that fails, is removed", arguments: [1, 20])
  func files(limit: Int) async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appendingPathComponent("x")
    let stub = StubTransport { On.any().respond(.text("moved", status: 302, headers: [.location: "/loop"])) }
    var request = TransportRequest(
      url: try #require(URL(string: "https://api.test/a")), delivery: .file(place))
    request.options.redirects.limit = limit
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(try folder.contents() == [])
  }
}
