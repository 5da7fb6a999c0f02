import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Cookies of calls", .timeLimit(.minutes(1)))
struct CookieTransportTests {
  private struct Ping: Request {
    typealias ReturnType = NetworkResponse
    let path = "/ping"
  }

  private static func stub() -> StubTransport {
    StubTransport {
      On(.post, "/login").respond(
        .status(302, headers: ["Location": "/home", .setCookie: "id=1; Path=/; Secure"]))
      On("/away").respond(.redirect(to: "https://other.example.net/home"))
      On("/home").respond(status: 200)
      On("/set").respond(
        .status(200, headers: [HTTPHeader(.setCookie, "a=1; Path=/"), HTTPHeader(.setCookie, "b=2; Path=/")]))
      On("/unauthorized").respond(.status(401, headers: [.setCookie: "a=1; Path=/"]))
      On.any().respond(status: 200)
    }
  }

  private static func cookies(_ stub: StubTransport) -> [String?] {
    stub.requests.map { $0.headers[.cookie] }
  }

  @Test("without a jar, no cookie is kept or sent")
  func off() async throws {
    let stub = Self.stub()
    for path in ["/set", "/home"] { _ = try await stub.send(TransportRequest(url: .api(path))) }
    #expect(Self.cookies(stub) == [nil, nil])
  }

  @Test("cookies of a server are sent with the next request, in one field")
  func kept() async throws {
    let (stub, jar) = (Self.stub(), CookieJar())
    let transport = stub.cookies(in: jar)
    for path in ["/set", "/home"] { _ = try await transport.send(TransportRequest(url: .api(path))) }
    #expect(Self.cookies(stub) == [nil, "a=1; b=2"])
    #expect(jar.cookies.map(\.name) == ["a", "b"])
  }

  @Test("a redirect after a login is followed with the cookie of the login")
  func login() async throws {
    let stub = Self.stub()
    let request = TransportRequest(method: .post, url: .api("/login"), body: .text("ann"))
    _ = try await stub.cookies(in: CookieJar()).send(request)
    #expect(stub.requests.map(\.method) == [.post, .get])
    #expect(Self.cookies(stub) == [nil, "id=1"])
  }

  @Test("a request to another host has the jar's cookies for that host")
  func elsewhere() async throws {
    let (stub, jar) = (Self.stub(), CookieJar())
    try jar.insert([
      Cookie("ours", "1", domain: "api.example.com"), Cookie("theirs", "2", domain: "other.example.net"),
    ])
    _ = try await stub.cookies(in: jar).send(TransportRequest(url: .api("/away")))
    #expect(Self.cookies(stub) == ["ours=1", "theirs=2"])
  }

  @Test(
    "a request's own Cookie is sent until a redirect leaves the origin, and cookies in responses are kept")
  func own() async throws {
    let (stub, jar) = (Self.stub(), CookieJar())
    try jar.insert([
      Cookie("a", "jar", domain: "api.example.com"), Cookie("b", "jar", domain: "other.example.net"),
    ])
    let transport = stub.cookies(in: jar)
    for path in ["/set", "/away"] {
      _ = try await transport.send(TransportRequest(url: .api(path), headers: [.cookie: "own=1"]))
    }
    #expect(Self.cookies(stub) == ["own=1", "own=1", "b=jar"])
    #expect(jar.cookies.map(\.name) == ["a", "b", "b"])
  }

  @Test("cookies of each attempt are kept, and errors have the request without the jar's cookies")
  func attempts() async throws {
    let stub = StubTransport {
      On("/x").respond(.status(503, headers: [.setCookie: "a=1; Path=/"])).once()
      On("/x").fail(.networkConnectionLost)
    }
    let transport = stub.retried(.immediate(attempts: 2)).cookies(in: CookieJar())
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api("/x")))
    }
    #expect(Self.cookies(stub) == [nil, "a=1"])
    #expect(error?.request?.headers.contains(.cookie) == false)
  }

  @Test("the options of a request can set another jar")
  func options() async throws {
    let (stub, first, second) = (Self.stub(), CookieJar(), CookieJar())
    var request = TransportRequest(url: .api("/set"))
    request.options.cookies = second
    _ = try await stub.cookies(in: first).send(request)
    #expect(first.cookies.isEmpty && second.cookies.count == 2)
  }

  @Test("a cache outside of the jar separates responses by the cookies that were sent")
  func cache() async throws {
    let (stub, jar) = (
      StubTransport { On.any().respond(.status(200, headers: [.cacheControl: "max-age=60"])) }, CookieJar()
    )
    let transport = stub.cached().cookies(in: jar)
    for value in ["ann", "ann", "ben", "ann"] {
      try jar.insert(Cookie("id", value, domain: "api.example.com"))
      _ = try await transport.send(TransportRequest(url: .api("/me")))
    }
    #expect(Self.cookies(stub) == ["id=ann", "id=ben"])
  }

  @Test("only calls with the same jar share a request")
  func duplicates() throws {
    let jar = CookieJar()
    func key(_ jar: CookieJar?) -> DuplicateKey {
      DuplicateKey(
        TransportRequest(url: .api("/"), options: RequestOptions().with(\.cookies, jar)), .none,
        ignoring: [])
    }
    #expect(key(jar) == key(jar))
    #expect(key(jar) != key(CookieJar()))
    #expect(key(jar) != key(nil))
  }

  @Test("the recommended stack has a place for the jar")
  func stack() async throws {
    let (stub, jar) = (Self.stub(), CookieJar())
    var stack = StandardStack(on: stub)
    stack.cookies = jar
    let transport = stack.transport
    for path in ["/set", "/home"] { _ = try await transport.send(TransportRequest(url: .api(path))) }
    #expect(Self.cookies(stub) == [nil, "a=1; b=2"])
  }

  @Test("the record of a call has the names of refused cookies, without their values")
  func refusals() async throws {
    let stub = StubTransport {
      On.any().respond(.status(200, headers: [.setCookie: "id=\(Canary.secret); Domain=other.com"]))
    }
    let client = APIClient.testing(stub.cookies(in: CookieJar()))
    let timeline = try #require(try await client.dispatch(Ping()).timeline)
    #expect("\(timeline)".contains("its domain does not include the server's host"))
    #expect(!Canary.isHeard(in: timeline))
  }
}
