import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Printing and dumping values shows no secret")
struct DumpTests {
  private static let canary = "c4n4ry"
  private struct Login: Codable { var password = canary }

  private static func isHeard(_ value: Any) -> Bool {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    // A dump of bytes has one decimal number a line.
    let lines = text.split(separator: "\n").map { $0.filter { !" -".contains($0) } }.joined(separator: ",")
    return text.contains(canary) || lines.contains(canary.utf8.map { "\($0)" }.joined(separator: ","))
  }

  @Test("bodies, parts, queries and events print the kind and size of their content")
  func content() throws {
    let url = try #require(URL(string: "https://api.test/x"))
    let values: [Any] = [
      HTTPBody.text(Self.canary), TransportRequest(method: .post, url: url, body: .text(Self.canary)),
      TransportResponse.Body.data(Data(Self.canary.utf8)),
      TransportResponse(status: 200, url: url, body: .data(Data(Self.canary.utf8))),
      MultipartForm.Part.text("password", Self.canary), MultipartForm.Part.json("x", Login()),
      MultipartForm([.json("password", Self.canary)]),
      GraphQL.Query("mutation { login(password: \"\(Self.canary)\") }", variables: ["password": Self.canary]),
      ServerSentEvent(data: Self.canary),
      OAuthClient(tokenEndpoint: "https://u:\(Self.canary)@h/?token=\(Self.canary)", id: "x"),
    ]
    for value in values { #expect(!Self.isHeard(value), "\(value)") }
    #expect("\(HTTPBody.text("abc"))" == "3 bytes")
    #expect("\(MultipartForm.Part.text("a", "abc"))" == "a: 3 bytes")
  }

  @Test("queries, paths and endpoints are printed as what they are")
  func parts() {
    let endpoint = Endpoint<[Int]>.get("/todos/\(7)", query: ["page": 2, "token": Self.canary])
    #expect("\(QueryParams(["page": 2]))" == #"QueryParams(query: "page=2")"#)
    #expect("\(RequestPath("/todos/\(7)"))" == #"RequestPath(path: "/todos/7")"#)
    #expect("\(QueryParams.Item("a", "b"))".hasPrefix(#"Item(name: "a""#))
    #expect("\(endpoint)".contains("GET /todos/7?page=2&token="))
    #expect("\(endpoint)".hasPrefix("Endpoint<Array<Int>>(") && !Self.isHeard(endpoint))
    #expect(!"\(OAuthClient(tokenEndpoint: "https://h/t", id: "x"))".contains("Opaque"))
  }

  @Test("values that a server sent are printed on one line")
  func serverValues() throws {
    let forged = "a\u{1B}[2J\r\nb \u{202E} Bearer \(Self.canary)"
    let link = try #require(
      HTTPHeaders.Link.list("<https://h/?token=\(Self.canary)>; rel=\"next x\"; title=\"\(forged)\"").first)
    let challenge = try #require(AuthenticationChallenge.list("Bearer realm=\"\(forged)\"").first)
    let values: [Any] = [
      link, challenge, challenge.parameters[0],
      AuthenticationChallenge(scheme: "Negotiate", token: Self.canary),
      ProblemDetails(type: "https://h/?token=\(Self.canary)", title: forged, status: 400, detail: forged),
      GraphQL.Problem(message: forged, path: [forged], code: forged),
      ServerSentEvent(type: forged, data: Self.canary, id: forged), HTTPHeaders([HTTPHeader("X-A", forged)]),
    ]
    for value in values {
      #expect(!Self.isHeard(value), "\(value)")
      for text in ["\(value)", String(reflecting: value)] {
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(text)")
      }
    }
    #expect("\(HTTPHeaders.Link.list("</x>; title=y; rel=next")[0])" == #"</x>; rel="next"; title="y""#)
    #expect(
      "\(AuthenticationChallenge.list("Digest realm=a, nonce=b")[0])" == #"Digest realm="a", nonce="b""#)
    #expect("\(ProblemDetails(title: "Bad", status: 400))" == "type: about:blank, status: 400, title: Bad")
  }

  @Test("names added to a redaction apply to the fields of requests and responses")
  func ownNames() throws {
    let url = try #require(URL(string: "https://api.test/x"))
    let options = RequestOptions().with(\.redaction, .standard.hiding(["User-Agent"]))
    let fields: HTTPHeaders = ["User-Agent": Self.canary]
    let request = TransportRequest(url: url, headers: fields, options: options)
    let response = NetworkResponse(
      TransportResponse(status: 500, headers: fields, url: url, trailers: fields), to: request)
    let values: [Any] = [
      request, response, NetworkRequestError(status: response), RecordedRequest(request, body: Data()),
    ]
    for value in values { #expect(!Self.isHeard(value), "\(value)") }
  }

  @Test("causes of errors that quote values and bodies are redacted")
  func causes() throws {
    let context = DecodingError.Context(codingPath: [], debugDescription: "near Bearer \(Self.canary)")
    let unencodable = EncodingError.invalidValue(Login(), .init(codingPath: [], debugDescription: "no"))
    let values: [Any] = [
      NetworkRequestError(DecodingError.dataCorrupted(context)),
      NetworkRequestError.invalidRequest(InvalidRequest(.body, "bad", underlyingError: unencodable)),
    ]
    for value in values { #expect(!Self.isHeard(value), "\(value)") }
  }
}
