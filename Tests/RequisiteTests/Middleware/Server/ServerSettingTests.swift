import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Settings of a server", .timeLimit(.minutes(1)))
struct ServerSettingTests {
  private let stub = StubTransport { On.any().respond(status: 200) }

  private func sent(_ request: TransportRequest, through transport: some Transport) async throws
    -> RecordedRequest
  {
    _ = try await transport.send(request)
    return try #require(stub.requests.last)
  }

  @Test(
    "header fields, scheme, authority, base path and query are set for all requests, one per line",
    .feature("C23", "C24"))
  func settings() async throws {
    let transport =
      stub
      .scheme("http")
      .authority("my-server.com:8080")
      .basePath("/api")
      .basePath("v1/")
      .queryItem("locale", "en")
      .queryItem("tag", ["a b", "c"])
      .header("X-Client", "todos/1.0")
      .headers(["X-A": "1", "X-B": "2"])
    let request = TransportRequest(url: .api("/todos?page=2"), headers: ["X-B": "mine"])
    let sent = try await sent(request, through: transport)
    #expect(
      sent.url.absoluteString == "http://my-server.com:8080/api/v1/todos?page=2&tag=a%20b&tag=c&locale=en")
    #expect(sent.headers["X-Client"] == "todos/1.0")
    #expect(sent.headers["X-A"] == "1")
    #expect(sent.headers["X-B"] == "mine")
  }

  @Test("a setting below the log is not logged, one above is", .feature("C24"))
  func order() async throws {
    let sink = CollectingSink()
    let transport = stub.header("X-Below", "1").logged(to: sink).header("X-Above", "1")
    _ = try await transport.send(TransportRequest(url: .api))
    let text = try #require(sink.entries.first).text(.pretty())
    #expect(text.contains("X-Above"))
    #expect(!text.contains("X-Below"))
    #expect(stub.requests.first?.headers.contains("X-Below") == true)
  }

  @Test(
    "default fields come first, then the client's, then the request's, and the later ones win",
    .feature("C23"))
  func precedence() async throws {
    struct Find: Request {
      typealias ReturnType = NetworkResponse
      let path = "/"
      let headers = ["X-C": "request"]
    }
    let transport = stub.headers(["X-A": "default", "X-B": "default", "X-C": "default"])
    let client = APIClient(
      baseURL: URL.api, headers: ["X-B": "client", "X-C": "client"], transport: transport)
    _ = try await client.dispatch(Find())
    let sent = try #require(stub.requests.last)
    #expect(["X-A", "X-B", "X-C"].map { sent.headers[$0] } == ["default", "client", "request"])
  }

  @Test("the later of two settings for one name wins, and a query item of the request is kept")
  func twice() async throws {
    let transport = stub.header("X-A", "1").header("X-A", "2").queryItem("q", 1).queryItem("q", 2)
    let plain = try await sent(TransportRequest(url: .api), through: transport)
    #expect(plain.headers.values(for: "X-A") == ["2"])
    #expect(plain.url.query() == "q=2")
    let own = try await sent(TransportRequest(url: .api("/?q=0&q=9")), through: transport)
    #expect(own.url.query() == "q=0&q=9")
  }

  @Test("a base path is joined by one slash, escaped, and cannot be left")
  func basePaths() async throws {
    for (base, path, joined) in [
      ("/v1", "/todos", "/v1/todos"), ("v1/", "/", "/v1/"), ("/", "/todos", "/todos"),
      ("", "/todos", "/todos"),
      ("/a b/./c", "/%2F", "/a%20b/c/%2F"), ("//v1//", "/t", "/v1//t"), ("/v1/x/..", "/t", "/v1/t"),
    ] {
      let sent = try await sent(TransportRequest(url: .api(path)), through: stub.basePath(base))
      #expect(URLParts(sent.url).path == joined, "\(base) + \(path)")
    }
    let count = stub.requests.count
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stub.basePath("/../x").send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .invalidRequest)
    #expect(stub.requests.count == count)
  }

  @Test(
    "a setting that makes the URL invalid fails each call with an error that names it, and nothing is sent")
  func badSettings() async throws {
    let transports: [(any Transport, String)] = [
      (stub.scheme("ftp"), "scheme “ftp”"), (stub.authority("a b"), "authority “a b”"),
      (stub.authority(""), "authority “”"), (stub.authority("host/path"), "authority “host/path”"),
      (stub.header("X A", "1"), "X A"), (stub.header("X-A", "1\r\nX-B: 2"), "X-A"),
      (stub.queryItem("limit", Double.nan), "“limit”"),
    ]
    for (transport, words) in transports {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api))
      }
      #expect(error?.kind == .invalidRequest)
      #expect(error?.description.contains(words) == true, "\(words): \(String(describing: error))")
    }
    #expect(stub.requests.isEmpty)
  }
}
