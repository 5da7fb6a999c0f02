import TestSupport
import Testing

@testable import Requisite

@Suite("Bodies on the wire", .timeLimit(.minutes(3)))
struct BodiesOnTheWireTests {
  private struct UploadPhotos: Request {
    typealias ReturnType = Void
    let path = "/photos"
    let method = HTTPMethod.post
    let body: MultipartForm
  }

  private struct LogIn: Request {
    typealias ReturnType = Void
    let path: RequestPath = "/log in/\("a/b")"
    let method = HTTPMethod.post
    let queryParams: QueryParams = ["q": "1+1=2", "tag": ["x", "é"]]
    let body: FormFields
  }

  private static let transports: [(String, any Transport)] = [
    ("URLSession", URLSessionTransport.shared), ("the default", DefaultTransport.shared),
  ]

  @Test(
    "a multipart form with a file arrives whole, with its announced length", .feature("D30"),
    arguments: [0, 1])
  func multipart(index: Int) async throws {
    let server = try FaultServer.answering(body: "")
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let file = try folder.file("photo.png", bytes)
    let client = APIClient(baseURL: server.url("/api"), transport: Self.transports[index].1)
    try await client.dispatch(
      UploadPhotos(body: [.text("title", "Ferien é"), .json("meta", ["a": 1]), .file("photo", file)]))
    let received = try #require(server.received.first)
    #expect(received.requestLine == "POST /api/photos HTTP/1.1")
    #expect(received.header("Content-Length") == "\(received.body.count)")
    let type = try #require(received.header("Content-Type").flatMap(MediaType.init))
    let form = try MultipartForm(decoding: received.body, boundary: type[parameter: "boundary"] ?? "")
    #expect(form["title"]?.text == "Ferien é")
    #expect(form["meta"]?.text == #"{"a":1}"#)
    #expect(form["photo"]?.data == bytes)
    #expect(form["photo"]?.contentType == MediaType("image", "png"))
  }

  @Test("a form, its path and its query arrive byte for byte", .feature("B18"), arguments: [0, 1])
  func form(index: Int) async throws {
    let server = try FaultServer.answering(body: "")
    defer { server.stop() }
    let client = APIClient(baseURL: server.url("/api/"), transport: Self.transports[index].1)
    try await client.dispatch(LogIn(body: ["user": "ann b", "sum": "1+1"]))
    let received = try #require(server.received.first)
    #expect(received.target == "/api/log%20in/a%2Fb?q=1%2B1%3D2&tag=x&tag=%C3%A9")
    #expect(received.text == "user=ann+b&sum=1%2B1")
    #expect(received.header("Content-Type") == "application/x-www-form-urlencoded")
  }

  @Test("a file that shrinks while it is sent fails the call", arguments: [0, 1])
  func shrinking(index: Int) async throws {
    let server = try FaultServer.answering(body: "")
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let file = try folder.file("f", Data(repeating: 1, count: 100_000))
    let transport = Shrinking(upstream: Self.transports[index].1, file: file)
    let client = APIClient(baseURL: server.url("/"), transport: transport)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(UploadPhotos(body: [.file("f", file)]))
    }
    guard case .urlSessionFailed(let failure) = error else {
      Issue.record("failed otherwise: \(String(describing: error))")
      return
    }
    #expect(failure.code == .requestBodyStreamExhausted)
    #expect(failure.description.contains("shrank"))
  }

  /// Cuts the file when the request is built and not yet sent.
  private struct Shrinking: Transport {
    let upstream: any Transport
    let file: URL

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      do { try Data([1]).write(to: file) } catch { throw NetworkRequestError(error) }
      return try await upstream.send(request)
    }
  }
}
