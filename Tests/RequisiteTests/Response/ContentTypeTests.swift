import RequisiteTesting
import TestSupport
import Testing

@Suite("The Content-Type of a response", .timeLimit(.minutes(3)))
struct ContentTypeTests {
  @Test(
    "that the request does not accept is an error before decoding", .feature("D23"),
    arguments: [
      ("application/json", true), ("application/json; charset=utf-8", true), ("text/json", true),
      ("application/vnd.api+json", true), ("APPLICATION/JSON", true), ("text/html", false),
      ("text/plain", false),
      ("application/xml", false), ("no media type", true),
    ])
  func checked(type: String, isAccepted: Bool) async throws {
    let client = APIClient.answering(.text(#"{"id":1,"title":"Test","completed":false}"#, contentType: type))
    guard isAccepted else {
      let error = try await client.failure(of: GetTodo(id: 1))
      guard case .contentType(let received, let accepted) = error.decodingFailure?.reason else {
        Issue.record("\(error)")
        return
      }
      #expect(received == MediaType(type))
      #expect(accepted == [.json])
      return
    }
    #expect(try await client.dispatch(GetTodo(id: 1)) == Todo())
  }

  @Test("is not checked without Content-Type or Accept, or with the option off", .feature("D23"))
  func skipped() async throws {
    let body = Data(#"{"id":1,"title":"Test","completed":false}"#.utf8)
    #expect(try await APIClient.answering(.data(body)).dispatch(GetTodo(id: 1)) == Todo())
    let html = StubResponse.data(body, contentType: "text/html")
    let options = RequestOptions().with(\.checksContentType, false)
    #expect(try await APIClient.answering(html).dispatch(Fetch<Todo>(options: options)) == Todo())
    struct Anything: Request {
      typealias ReturnType = Todo
      let path = "/value"
      let headers: HTTPHeaders = [.accept: "text/*;q=0.5, */*;q=0.1"]
    }
    #expect(try await APIClient.answering(html).dispatch(Anything()) == Todo())
  }

  @Test(
    "is checked after the status: an HTML page with a 502 is error5xx, not a decoding error", .feature("D21"))
  func order() async throws {
    let client = APIClient.answering(.text("<html>", contentType: "text/html", status: 502))
    #expect(try await client.failure(of: GetTodo(id: 1)).kind == .error5xx)
    let lost = APIClient.answering(.failure(.networkConnectionLost))
    #expect(try await lost.failure(of: GetTodo(id: 1)).kind == .urlSessionFailed)
    let page = APIClient.answering(.text("<html>", contentType: "text/html"))
    #expect(try await page.failure(of: GetTodo(id: 1)).kind == .decodingError)
  }

  @Test(
    "what is not HTTP is a failure of the transport, before there is a status", .feature("D21"))
  func notHTTP() async throws {
    let server = try FaultServer.answering("SSH-2.0-OpenSSH_9.2\r\n\r\n")
    defer { server.stop() }
    let client = APIClient(baseURL: server.url(""), transport: DefaultTransport.shared)
    let error = try await client.failure(of: GetTodo(id: 1))
    #expect(error.kind == .urlSessionFailed && error.code == .badServerResponse)
    #expect(error.response == nil && error.status == nil)
  }
}
