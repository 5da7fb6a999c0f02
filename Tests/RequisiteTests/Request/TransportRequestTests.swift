import RequisiteTesting
import Testing

@testable import Requisite

@Suite("TransportRequest", .timeLimit(.minutes(1)))
struct TransportRequestTests {
  @Test(
    "it is made of its parts, by default with GET and https, and printed as one line",
    .feature("C27", "C30"))
  func parts() throws {
    let plain = try TransportRequest(authority: "my-server.com")
    #expect(plain.debugDescription == "GET https://my-server.com")
    var request = try TransportRequest(method: .post, authority: "my-server.com", path: "/message")
    request.query.greeting = "Hello World"
    #expect(request.debugDescription == "POST https://my-server.com/message?greeting=Hello%20World")
    #expect("\(request)" == request.debugDescription)
  }

  @Test("method, scheme, authority, path, query and fields are read and set", .feature("C28", "C29"))
  func editing() throws {
    var request = try TransportRequest(authority: "h.example:81", path: "/a b", query: ["x": "1+2"])
    #expect(request.authority == "h.example:81" && request.scheme == "https")
    #expect(request.path == "/a b" && request.query.x == "1+2")
    request.method = .put
    request.scheme = "http"
    request.authority = "[::1]:80"
    request.path = "c?d"
    request.query.y = "é"
    request.headers[.accept] = "text/plain"
    #expect(request.url.absoluteString == "http://[::1]:80/c%3Fd?x=1%2B2&y=%C3%A9")
    #expect(request.headers[.accept] == "text/plain")
  }

  @Test(
    "an invalid authority is an error, or leaves the URL unchanged and fails the call", .feature("C28"),
    arguments: [
      "", "a b", "a/b", "h.example:port", "a?b", "a#b", "[::1", "u:p@h", "u@h", "h:65536",
      "h:99999999999999999999",
    ])
  func badAuthority(authority: String) async throws {
    #expect(throws: NetworkRequestError.self) { try TransportRequest(authority: authority) }
    var request = try TransportRequest(authority: "h.example", path: "/x")
    request.authority = authority
    #expect(request.url.absoluteString == "https://h.example/x")
    #expect(try await refusal(of: request).contains("the authority “"))
  }

  @Test("an invalid scheme fails the call, and a valid one afterwards does not hide it", .feature("C28"))
  func badScheme() async throws {
    var request = try TransportRequest(authority: "h.example", path: "/x")
    request.scheme = "ftp"
    #expect(request.scheme == "https")
    request.scheme = "http"
    #expect(try await refusal(of: request).contains("the scheme “ftp” does not form an http or https URL"))
  }

  @Test(
    "a query with a value that cannot be written leaves the URL unchanged and fails the call", .feature("C28")
  )
  func badQuery() async throws {
    var request = try TransportRequest(authority: "h.example", query: ["x": 1])
    request.query = ["x": 2, "y": Double.nan]
    #expect(request.url.absoluteString == "https://h.example?x=1")
    #expect(try await refusal(of: request).contains("the value of “y” cannot be written"))
  }

  /// The reason why the request is not sent.
  private func refusal(of request: TransportRequest) async throws -> String {
    let stub = StubTransport { On.any().respond(status: 204) }
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
    #expect(stub.requests.isEmpty)
    guard case .invalidRequest(let problem) = try #require(error) else { throw try #require(error) }
    return problem.reason
  }

  @Test(
    "a request of a path alone is completed by the stack, and without one goes nowhere",
    .feature("C23", "C28"))
  func pathAlone() async throws {
    let stub = StubTransport { On("https://my-server.com/message").respond(status: 204) }
    let request = try TransportRequest(path: "/message")
    #expect(request.url.absoluteString == "https://authority.invalid/message")
    #expect(try await stub.authority("my-server.com").send(request).status == 204)
  }

  @Test("a password in the URL is not printed", .feature("C30"))
  func password() throws {
    let url = try #require(URL(string: "https://ann:secret@h.example/x?y=1"))
    #expect(TransportRequest(url: url).description == "GET https://h.example/x?y=1")
  }

  @Test("as a URLRequest, it has repeated fields joined", .feature("B6", "E6"))
  func foundation() throws {
    let url = try #require(URL(string: "https://h.example/x"))
    let request = TransportRequest(
      method: .post, url: url, headers: ["A": "1", "B": "2", "a": "3"], body: .text("é"),
      options: RequestOptions(timeout: .milliseconds(1500)))
    let foundation = request.urlRequest
    #expect(foundation.url == url)
    #expect(foundation.httpMethod == "POST")
    #expect(foundation.value(forHTTPHeaderField: "A") == "1, 3")
    #expect(foundation.httpBody == Data("é".utf8))
    #expect(foundation.timeoutInterval == 2)
  }
}
