import Testing

@testable import Requisite

@Suite("TransportRequest")
struct TransportRequestTests {
  @Test(
    "it is made of its parts, by default with GET and https, and printed as one line",
    .feature("C26", "C27", "C30"))
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
    "invalid parts of the URL are errors, or leave the request unchanged", .feature("C28"),
    arguments: [
      "", "a b", "a/b", "h.example:port", "a?b", "a#b", "[::1", "u:p@h", "u@h", "h:65536",
      "h:99999999999999999999",
    ])
  func badAuthority(authority: String) throws {
    #expect(throws: NetworkRequestError.self) { try TransportRequest(authority: authority) }
    var request = try TransportRequest(authority: "h.example", path: "/x")
    request.authority = authority
    #expect(request.url.absoluteString == "https://h.example/x")
    request.scheme = "ftp"
    #expect(request.scheme == "https")
  }

  @Test("a query with a value that cannot be written leaves the request unchanged", .feature("C28"))
  func badQuery() throws {
    var request = try TransportRequest(authority: "h.example", query: ["x": 1])
    request.query = ["x": 2, "y": Double.nan]
    #expect(request.url.absoluteString == "https://h.example?x=1")
    request.query = ["x": 2]
    #expect(request.url.absoluteString == "https://h.example?x=2")
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
