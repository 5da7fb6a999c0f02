import HTTPTypes
import Integrations
import PlaceholderServer
import Requisite
import Testing

@Suite("Requests and responses of swift-http-types")
struct HTTPTypesTests {
  @Test(
    "a request survives the conversion in both directions, with the order and repeats of its fields",
    .feature("F30", "C26"))
  func request() throws {
    var fields = HTTPFields()
    for value in ["a", "b"] { fields.append(HTTPField(name: .accept, value: value)) }
    let original = HTTPRequest(
      method: .post, scheme: "https", authority: "api.example.com:8443", path: "/a%20b?q=1%2B1",
      headerFields: fields)
    let request = try TransportRequest(original, body: .text("hi"))
    #expect(request.url.absoluteString == "https://api.example.com:8443/a%20b?q=1%2B1")
    #expect(request.headers.values(for: .accept) == ["a", "b"])
    #expect(request.httpRequest == original)
  }

  @Test("a request without an authority is refused")
  func noAuthority() {
    #expect(throws: NetworkRequestError.self) {
      try TransportRequest(HTTPRequest(method: .get, scheme: "https", authority: nil, path: "/"))
    }
  }

  @Test(
    "a converted request is sent to the embedded server, and its response converted", .feature("F30", "C26"),
    .timeLimit(.minutes(1)))
  func exchange() async throws {
    try await PlaceholderServer.run { server in
      let request = HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/todos?_limit=2")
      let response = try await DefaultTransport.shared.send(TransportRequest(request))
      let head = try #require(response.httpResponse)
      #expect(head.status == .ok)
      #expect(head.headerFields[.contentType]?.hasPrefix("application/json") == true)
      let again = TransportResponse(head, url: response.url, body: response.body)
      #expect(again.status == 200 && again.headers == response.headers)
    }
  }
}
