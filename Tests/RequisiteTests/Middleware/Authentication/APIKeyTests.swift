import RequisiteTesting
import Testing

@testable import Requisite

@Suite("API keys", .timeLimit(.minutes(1)))
struct APIKeyTests {
  @Test("a key is sent in a header field, unless the request has its own")
  func header() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: .apiKey("k1", header: "X-App"), for: URL.api)
    _ = try await transport.send(TransportRequest(url: .api))
    _ = try await transport.send(TransportRequest(url: .api, headers: ["x-app": "mine"]))
    #expect(stub.requests.map { $0.headers["X-App"] } == ["k1", "mine"])
  }

  @Test("a key is sent in the query, escaped, and the rest of the query is unchanged")
  func query() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: .apiKey("a&b=c", query: "appid"), for: URL.api)
    for path in ["/w", "/w?q=a%20b+c&x", "/w?appid=mine"] {
      _ = try await transport.send(TransportRequest(url: .api(path)))
    }
    #expect(
      stub.requests.map { URLParts($0.url).query } == [
        "appid=a%26b%3Dc", "q=a%20b+c&x&appid=a%26b%3Dc", "appid=mine",
      ])
  }

  @Test("a key in a field of any name is not sent to the other origin of a redirect")
  func crossOrigin() async throws {
    let stub = StubTransport {
      On(.get, "/away").respond(.redirect(307, to: "https://other.example/in"))
      On(.get, "/in").respond(status: 200)
    }
    let transport = stub.authenticated(with: .apiKey("k1", header: "X-App"), for: URL.api)
    _ = try await transport.send(TransportRequest(url: .api("/away"), headers: ["Accept": "a/b"]))
    #expect(stub.requests.map { $0.headers["X-App"] } == ["k1", nil])
  }

  @Test(
    "a key that a server copies into the URL of a redirect is not sent to another origin, however it is escaped"
  )
  func copied() async throws {
    for copy in ["appid=k1%2B", "appid=%6B1%2b"] {
      let stub = StubTransport {
        On("/away").respond(.redirect(to: "https://other.example/in?a=1&\(copy)"))
        On("/in").respond(status: 200)
      }
      let transport = stub.authenticated(with: .apiKey("k1+", query: "appid"), for: URL.api)
      _ = try await transport.send(TransportRequest(url: .api("/away")))
      #expect(stub.requests.map { URLParts($0.url).query } == ["appid=k1%2B", "a=1"])
    }
  }

  @Test("a key is fetched for each call, and an error of fetching ends the call before anything is sent")
  func fetching() async throws {
    struct ClosedKeychain: Error {}
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(
      with: FixedAuthenticator(in: .header("X-Key")) { throw ClosedKeychain() }, for: URL.api)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    #expect(error?.underlyingError is ClosedKeychain)
    #expect(stub.requests.isEmpty)
  }
}
