import RequisiteTesting
import Testing

@Suite("Return types of a dispatch", .timeLimit(.minutes(1)))
struct ReturnTypeTests {
  struct GetData: Request {
    typealias ReturnType = Data
    let path = "/value"
  }
  struct GetText: Request {
    typealias ReturnType = String
    let path = "/value"
    var keyPath = ""
  }
  struct GetNothing: Request {
    typealias ReturnType = Void
    let path = "/value"
  }
  struct GetNoContent: Request {
    typealias ReturnType = NoContent
    let path = "/value"
  }
  struct GetMaybe: Request {
    typealias ReturnType = Todo?
    let path = "/value"
  }
  struct GetResponse: Request {
    typealias ReturnType = NetworkResponse
    let path = "/value"
  }
  struct GetHead: Request {
    typealias ReturnType = HTTPURLResponse
    let path = "/value"
  }
  struct GetStream: Request {
    typealias ReturnType = ByteStream
    let path = "/value"
  }
  struct PostFields: Request {
    typealias ReturnType = [String: String]
    let path = "/value"
    let method = HTTPMethod.post
    let body = ["name": "morpheus"]
  }

  /// A page of a list: the items from the body, the total from a header field.
  struct Page: ResponseConvertible, Equatable {
    struct NoTotal: Error, Equatable {}
    let items: [Todo]
    let total: Int

    static var responseForm: ResponseForm { .decoded }

    init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
      items = try response.decoded(using: decoder)
      guard let total = response.headers["X-Total-Count"].flatMap({ Int($0) }) else {
        throw NetworkRequestError(NoTotal(), request: response.request)
      }
      self.total = total
    }
  }
  struct GetPage: Request {
    typealias ReturnType = Page
    let path = "/value"
  }

  private let todo = StubResponse.json(Todo())

  @Test("a custom type is made of the response by its initializer, which can fail", .feature("C33", "D8"))
  func convertible() async throws {
    let page = try await APIClient.answering(.json([Todo()], headers: ["X-Total-Count": "200"]))
      .dispatch(GetPage())
    #expect(page.items == [Todo()] && page.total == 200)
    let incomplete = try await APIClient.answering(.json([Todo()])).failure(of: GetPage())
    #expect(incomplete.underlyingError as? Page.NoTotal == Page.NoTotal())
    let malformed = try await APIClient.answering(todo).failure(of: GetPage())
    #expect(malformed.kind == .decodingError && malformed.status == 200)
  }

  @Test("the declared type is decoded, also arrays", .feature("A4", "A7", "E9", "C33"))
  func decodable() async throws {
    #expect(try await APIClient.answering(todo).dispatch(GetTodo(id: 1)) == Todo())
    #expect(
      try await APIClient.answering(.json([Todo(), Todo(id: 2)])).dispatch(GetTodos()).map(\.id) == [1, 2])
  }

  @Test("Data has the bytes of the response, with any Content-Type", .feature("A3", "B14"))
  func data() async throws {
    let bytes = Data([0, 255, 1])
    #expect(
      try await APIClient.answering(.data(bytes, contentType: "image/png")).dispatch(GetData()) == bytes)
  }

  @Test(
    "Void and NoContent ignore the body of any response", .feature("A9", "E25"), arguments: [200, 204])
  func nothing(status: Int) async throws {
    let client = APIClient.answering(status == 204 ? .status(204) : todo)
    try await client.dispatch(GetNothing())
    #expect(try await client.dispatch(GetNoContent()) == NoContent())
  }

  @Test(
    "an Optional is nil if the response is empty, with any status", .feature("A9", "D24"),
    arguments: [200, 204, 205])
  func optional(status: Int) async throws {
    #expect(try await APIClient.answering(.status(status)).dispatch(GetMaybe()) == nil)
    #expect(try await APIClient.answering(todo).dispatch(GetMaybe()) == Todo())
    #expect(
      try await APIClient.answering(.text("null", contentType: "application/json")).dispatch(GetMaybe())
        == nil)
  }

  @Test("an empty response is an error for a type that is not Optional")
  func empty() async throws {
    let error = try await APIClient.answering(.status(204)).failure(of: GetTodo(id: 1))
    #expect(error.kind == .decodingError)
  }

  @Test("a document that is one JSON string is decoded from the response", .feature("A34"))
  func string() async throws {
    let client = APIClient.answering(.json(text: #""a \"motto\"""#))
    let motto = Endpoint<NetworkResponse>.get("/motto").map { try $0.decoded(as: String.self) }
    #expect(try await client.dispatch(motto) == #"a "motto""#)
    #expect(try await client.dispatch(Endpoint<String>.get("/motto")) == #""a \"motto\"""#)
  }

  @Test("the response itself, and Foundation's form of its head", .feature("B10", "D15"))
  func response() async throws {
    let client = APIClient.answering(.text("hi", status: 201, headers: ["X-A": "1"]))
    let response = try await client.dispatch(GetResponse())
    #expect(response.status == 201)
    #expect(response.headers["x-a"] == "1")
    #expect(response.data == Data("hi".utf8))
    #expect(response.contentType == MediaType("text/plain; charset=utf-8"))
    #expect(response.request.url.absoluteString == "https://api.test/value")
    let head = try await client.dispatch(GetHead())
    #expect(head.statusCode == 201)
    #expect(head.value(forHTTPHeaderField: "X-A") == "1")
    #expect(head.url?.absoluteString == "https://api.test/value")
  }

  @Test("a stream has the chunks as they arrive")
  func stream() async throws {
    let stub = StubTransport { On.any().respond(.chunks(["one", "two"])) }
    var chunks: [String] = []
    for try await chunk in try await APIClient.testing(stub).dispatch(GetStream()) {
      chunks.append(String(decoding: chunk, as: UTF8.self))
    }
    #expect(chunks == ["one", "two"])
    #expect(stub.requests.first?.delivery == .streamed)
    #expect(stub.requests.first?.headers[.accept] == nil)
  }

  @Test("a POST returns the sent members and those that the server added", .feature("A16"))
  func echo() async throws {
    let stub = StubTransport {
      On(.post, "/value").respond { request in
        var fields = try request.json(as: [String: String].self)
        (fields["id"], fields["createdAt"]) = ("7", "2026-01-02T03:04:05Z")
        return .json(fields, status: 201)
      }
    }
    let fields = try await APIClient.testing(stub).dispatch(PostFields())
    #expect(try stub.requests.map { try $0.json(as: [String: String].self) } == [["name": "morpheus"]])
    #expect(fields == ["name": "morpheus", "id": "7", "createdAt": "2026-01-02T03:04:05Z"])
  }

  @Test("only types that are decoded set Accept to JSON")
  func accept() async throws {
    let stub = StubTransport { On.any().respond(text: "null") }
    let client = APIClient.testing(stub, options: RequestOptions().with(\.checksContentType, false))
    _ = try await client.dispatch(GetMaybe())
    _ = try await client.dispatch(GetData())
    _ = try await client.dispatch(GetText())
    try await client.dispatch(GetNothing())
    #expect(stub.requests.map { $0.headers[.accept] } == ["application/json", nil, nil, nil])
  }

  @Test("responses of different types through one client, one after the other", .feature("A8"))
  func sequence() async throws {
    let client = APIClient.testing(
      StubTransport {
        On("/todos").respond(json: [Todo()])
        On("/value").respond(text: "hello")
      })
    #expect(try await client.dispatch(GetTodos()).count == 1)
    #expect(try await client.dispatch(GetText()) == "hello")
  }
}
