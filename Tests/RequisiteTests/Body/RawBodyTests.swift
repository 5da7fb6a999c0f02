import TestSupport
import Testing

@testable import Requisite

@Suite("Bodies of bytes, text, files and streams", .timeLimit(.minutes(1)))
struct RawBodyTests {
  private struct Bytes: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: Data
  }

  private struct Declared: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: Data
    let contentType = "application/json"
  }

  private struct OptionalBytes: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: Data?
  }

  private struct Text<Body: Sendable>: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: Body
    let encode: @Sendable (Body) -> HTTPBody
    func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { encode(body) }
  }

  private struct Words: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: String
  }

  private struct OptionalWords: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: String?
  }

  private struct Raw: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    var headers = HTTPHeaders()
    let body: HTTPBody
  }

  private struct OptionalRaw: Request {
    typealias ReturnType = Void
    let path = "/put"
    let method = HTTPMethod.put
    let body: HTTPBody?
  }

  @Test(
    "data is sent unchanged, as application/octet-stream unless declared otherwise", .feature("A12", "B2"))
  func data() throws {
    let json = Data(#"{"a":1}"#.utf8)
    let bytes = try Bytes(body: json).asURLRequest(baseURL: "https://api.example.com")
    #expect(bytes.httpBody == json)
    #expect(bytes.value(forHTTPHeaderField: "Content-Type") == "application/octet-stream")
    let declared = try Declared(body: json).asURLRequest(baseURL: "https://api.example.com")
    #expect(declared.httpBody == json)
    #expect(declared.value(forHTTPHeaderField: "Content-Type") == "application/json")
  }

  @Test("optional data is sent as data or not at all, and never as a JSON string", .feature("A12", "B2"))
  func optionalData() throws {
    let request = try OptionalBytes(body: Data([0, 1, 0xFF])).built()
    guard case .data(let data) = request.body.content else { throw Missing() }
    #expect(data == Data([0, 1, 0xFF]))
    #expect(request.headers[.contentType] == "application/octet-stream")
    let none = try OptionalBytes(body: nil).built()
    #expect(none.body.isNone && none.headers[.contentType] == nil)
  }

  @Test("an empty body is a body", .feature("A12"))
  func empty() throws {
    let request = try Bytes(body: Data()).built()
    #expect(!request.body.isNone)
    #expect(request.body.length == 0)
    #expect(request.headers[.contentType] == "application/octet-stream")
  }

  @Test("text is sent in UTF-8 with its charset, and nil sends no body", .feature("D7"))
  func text() throws {
    let request = try Words(body: "é\r\n").built()
    #expect(request.body.text == "é\r\n")
    #expect(request.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(try OptionalWords(body: "x").built().headers[.contentType] == "text/plain; charset=utf-8")
    #expect(try OptionalWords(body: nil).built().body.isNone)
  }

  @Test("a custom body type needs one function", .feature("D7"))
  func ownType() throws {
    let request = Text(body: Date(timeIntervalSince1970: 5)) { date in
      .text("\(Int(date.timeIntervalSince1970))", contentType: "text/x-seconds")
    }
    #expect(try request.built().body.text == "5")
    #expect(try request.built().headers[.contentType] == "text/x-seconds")
  }

  @Test("a Content-Type among the request's headers wins over the body's", .feature("D18", "E23"))
  func ownContentType() throws {
    let headers: HTTPHeaders = ["content-type": "image/png"]
    let request = try Raw(headers: headers, body: .data(Data([1]))).built()
    #expect(request.headers.values(for: .contentType) == ["image/png"])
    #expect(try Raw(body: .data(Data([1]), contentType: nil)).built().headers[.contentType] == nil)
  }

  @Test("a file is checked when the request is built, and its length is known")
  func file() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("photo.jpg", Data(repeating: 7, count: 1000))
    let request = try Raw(body: .file(url, contentType: "image/jpeg")).built()
    #expect(request.body.length == 1000)
    #expect(request.body.isReplayable)
    #expect(request.headers[.contentType] == "image/jpeg")
    #expect(try Raw(body: .file(folder.file("empty", Data()))).built().body.length == 0)
    for body in [HTTPBody.file(url, contentType: nil), .file(url, offset: 1, contentType: nil)] {
      #expect(try Raw(body: body).built().headers[.contentType] == nil)
    }
  }

  @Test("a missing file, a directory and a URL that is not a file's are errors of the body that name it")
  func badFiles() throws {
    let folder = try TemporaryFolder()
    let missing = folder.url.appending(path: "missing.jpg")
    for url in [missing, folder.url, URL(filePath: "/dev/null")] {
      let fault = try #require(Raw(body: .file(url)).fault())
      #expect(fault.part == .body)
      #expect(fault.reason.contains(url.lastPathComponent))
    }
    #expect(Raw(body: .file(missing)).fault()?.underlyingError != nil)
    let web = try #require(URL(string: "https://ann:secret@h.example/photo.jpg"))
    let fault = try #require(Raw(body: .file(web)).fault())
    #expect(fault.part == .body)
    #expect(!fault.reason.contains("secret"))
    #expect(OptionalRaw(body: .file(missing)).fault()?.part == .body)
    #expect(OptionalRaw(body: nil).fault() == nil)
  }

  @Test("a symbolic link sends the file that it refers to")
  func link() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a", Data(repeating: 7, count: 10))
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try Raw(body: .file(link)).built().body.length == 10)
  }

  @Test("a stream is sent as it is produced, and one that can restart can be sent again")
  func stream() async throws {
    let once = try Raw(body: .stream(BodyStream(ByteStream(Data([1, 2]))))).built()
    #expect(once.body.length == nil)
    #expect(!once.body.isReplayable)
    let again = BodyStream(length: 2, restarting: { ByteStream(Data([1, 2])) })
    let request = try Raw(body: .stream(again)).built()
    #expect(request.body.length == 2)
    #expect(request.body.isReplayable)
    #expect(try await request.body.bytes() == Data([1, 2]))
    #expect(try await request.body.bytes() == Data([1, 2]))
  }

  private struct Missing: Error {}

  @Test("text in the body of an endpoint is announced as plain text, or as the given content type")
  func endpointText() throws {
    let plain = try Endpoint<Void>.post("/notes", body: .text("é")).built()
    #expect(plain.headers[.contentType] == "text/plain; charset=utf-8")
    let csv = try Endpoint<Void>.post("/rows", body: .text("a,b", contentType: "text/csv")).built()
    #expect(csv.headers[.contentType] == "text/csv")
  }
}
