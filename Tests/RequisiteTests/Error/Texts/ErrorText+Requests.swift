import RequisiteTesting

@testable import Requisite

extension ErrorText {
  static var all: [ErrorText] { requests + statuses + decoding + calls + curl }

  /// A request of any parts, whose body is text.
  private struct Send: Request {
    typealias ReturnType = String
    var path: RequestPath = "/notes"
    var method = HTTPMethod.post
    var headers = HTTPHeaders()
    var body = HTTPBody.none
    var options = RequestOptions()
  }

  private struct AddNumber: Request {
    typealias ReturnType = NoContent
    struct Number: Encodable, Sendable { let value: Double }
    let path = "/numbers"
    let method = HTTPMethod.post
    let body = Number(value: .nan)
  }

  private struct Search: Request {
    typealias ReturnType = [Todo]
    struct Range: Encodable, Sendable { let from: [[Int]] }
    let path = "/search"
    let queryParams = Range(from: [[1]])
  }

  private struct Misnamed: Request {
    typealias ReturnType = [Todo]
    let path = "/todos"
    let filter: QueryParams = ["done": "true"]
  }

  private struct Deleted: Request {
    typealias ReturnType = Void
    let path = "/todos/1"
    let keyPath = "data"
  }

  private struct SendForm: Request {
    typealias ReturnType = NoContent
    let path = "/forms"
    let method = HTTPMethod.post
    let body: MultipartForm
  }

  private struct Download: Request {
    typealias ReturnType = DownloadedFile
    let path = "/a.zip"
    let options: RequestOptions
  }

  private static func send(_ name: String, _ request: Send) -> ErrorText {
    ErrorText(name, .status(204), request)
  }

  static var requests: [ErrorText] {
    let missing = URL(fileURLWithPath: "/nowhere/photo.jpg")
    let folder = FileManager.default.temporaryDirectory
    return [
      ErrorText("a base URL with white space in it") {
        _ = try await APIClient(baseURL: "https://api.test/v 1", transport: StubTransport {}).dispatch(
          GetTodos())
      },
      ErrorText("a base URL without a scheme") {
        _ = try await APIClient(baseURL: "api.test").dispatch(GetTodos())
      },
      send("a method that is not a token", Send(method: HTTPMethod(rawValue: "GE T"))),
      send("a header name with a space", Send(headers: [HTTPHeader("X Note", "1")])),
      send("a header value with a line break", Send(headers: [HTTPHeader("X-Note", "a\r\nb")])),
      send("a header field that the transport sets", Send(headers: [HTTPHeader("Content-Length", "5")])),
      send("a GET with a body", Send(method: .get, body: .text("a"))),
      send("a file that does not exist as the body", Send(body: .file(missing))),
      send("a folder as the body", Send(body: .file(folder))),
      ErrorText("a body that cannot be encoded", .status(204), AddNumber()),
      ErrorText("a query that cannot be encoded", .status(204), Search()),
      ErrorText("a property with the name of no part", .status(204), Misnamed()),
      ErrorText("a key path of a response that is not decoded", .status(204), Deleted()),
      ErrorText("a multipart form with a header field that is not allowed") {
        let part = MultipartForm.Part(name: "a", headers: [HTTPHeader("X\n", "1")], content: .data(Data()))
        _ = try await APIClient.answering(.status(204)).dispatch(
          SendForm(body: MultipartForm([part])))
      },
      ErrorText("a download to a place that is not a file URL") {
        _ = try await APIClient.answering(.text("a")).dispatch(
          Download(options: .init().with(\.fileDestination, .api)))
      },
    ]
  }
}
