import Testing

@testable import Requisite

@Suite("Declarations of requests")
struct RequestShapesTests {
  private struct Todo: Codable, Equatable {
    var title: String
  }

  private struct FindTodos: Request {
    typealias ReturnType = [Todo]
    let path = "/todos"
  }

  private enum Posts: Request {
    typealias ReturnType = Data
    case all, one(Int), remove(Int)

    var path: RequestPath {
      switch self {
      case .all: "/posts"
      case .one(let id), .remove(let id): "/posts/\(id)"
      }
    }

    var method: HTTPMethod {
      if case .remove = self { .delete } else { .get }
    }
  }

  private struct Input<Value: Encodable & Sendable>: Request {
    typealias ReturnType = NetworkResponse
    let path = "/input"
    let method = HTTPMethod.post
    let body: Value
  }

  @Test(
    "a request of two lines is a GET for JSON, without query, body and header fields",
    .feature("E2", "E3", "E8", "E21", "D1"))
  func twoLines() throws {
    let request = try FindTodos().built()
    #expect(request.description == "GET https://api.example.com/todos")
    #expect(request.body.isNone)
    #expect(request.headers.map(\.description) == ["Accept: application/json"])
    #expect(try FindTodos().encodeContentType() == "application/json")
    #expect(FindTodos().keyPath.isEmpty)
    #expect(request.delivery == .buffered)
  }

  @Test(
    "an enum with associated ids is a request", .feature("D1", "D2"),
    arguments: [
      (0, "GET https://api.example.com/posts"), (1, "GET https://api.example.com/posts/7"),
      (2, "DELETE https://api.example.com/posts/7"),
    ])
  func enumeration(index: Int, expected: String) throws {
    let request = [Posts.all, .one(7), .remove(7)][index]
    #expect(try request.built().description == expected)
  }

  @Test(
    "requests of several types are stored in one array, with or without a common return type",
    .feature("D9", "D10", "D11"))
  func heterogeneous() throws {
    let all: [any Request] = [FindTodos(), Posts.one(1), Input(body: 1)]
    #expect(try all.map { try $0.built().method } == [.get, .get, .post])
    let alike: [any Request<Data>] = [Posts.all, Posts.remove(2), Endpoint<Data>.get("/x")]
    #expect(try alike.map { try $0.built().url.path() } == ["/posts", "/posts/2", "/x"])
  }

  @Test("custom input is encoded when the request is built, and can fail", .feature("D7", "D12"))
  func input() throws {
    #expect(try Input(body: [1, 2]).built().body.text == "[1,2]")
    #expect(Input(body: Double.infinity).fault()?.part == .body)
  }

  @Test("a URLRequest has the same checks and bytes, from a base URL or a text", .feature("B1", "B6", "E6"))
  func urlRequest() throws {
    let url = try #require(URL(string: "https://h.example/api/"))
    let byURL = try Input(body: ["a": 1]).asURLRequest(baseURL: url)
    let byText = try Input(body: ["a": 1]).asURLRequest(baseURL: "https://h.example/api")
    #expect(byURL == byText)
    #expect(byURL.url?.absoluteString == "https://h.example/api/input")
    #expect(byURL.httpBody == Data(#"{"a":1}"#.utf8))
    #expect(throws: NetworkRequestError.self) { try Input(body: 1).asURLRequest(baseURL: "nowhere") }
  }

  @Test("the returned type is inferred from the request", .feature("B8"))
  func phantom() throws {
    func returned<R: Request>(by request: R) -> String { "\(R.ReturnType.self)" }
    #expect(returned(by: FindTodos()) == "Array<Todo>")
    #expect(returned(by: Endpoint<Todo?>.get("/x")) == "Optional<Todo>")
  }

  @Test("options are those that a stored or computed property declares, and empty by default", .feature("E3"))
  func options() throws {
    struct Stored: Request {
      typealias ReturnType = Void
      let path = "/x"
      let options = RequestOptions(timeout: .seconds(7))
    }
    struct Computed: Request {
      typealias ReturnType = Void
      let path = "/x"
      var options: RequestOptions { RequestOptions(timeout: .seconds(7)) }
    }
    func timeout(of request: some Request) throws -> Duration? {
      let built = try request.built()
      return built.options.timeout
    }
    #expect(try timeout(of: Stored()) == .seconds(7))
    #expect(try timeout(of: Computed()) == .seconds(7))
    #expect(try timeout(of: Computed().with(\.deadline, .seconds(1))) == .seconds(7))
    #expect(try FindTodos().built().options.isEmpty)
  }
}

#if DEBUG
  // The check is made in debug builds alone.
  extension RequestShapesTests {
    @Test(
      "a path that is written with a query is reported, and the message names queryParams", .feature("F4"))
    func queryInPath() throws {
      struct Paged: Request {
        typealias ReturnType = [Int]
        let page: Int
        var path: String { "/todos?page=\(page)" }
      }
      for _ in 0..<2 {
        #expect(Paged(page: 2).fault()?.part == .path)
        #expect(Paged(page: 2).fault()?.reason.contains("queryParams") == true)
      }
    }

    @Test(
      "a path that begins with a value that begins with a slash is reported, and the message names verbatim",
      arguments: ["/echo", "/v1/todos", "/"])
    func pathInAValue(path: String) throws {
      for request: Endpoint<[Int]> in [.get("\(path)"), .get("\(path)/todos"), .get("\(path)\(7)")] {
        let fault = try #require(request.fault())
        #expect(fault.part == .path && fault.reason.contains("RequestPath(verbatim: path)"))
      }
      let verbatim = Endpoint<[Int]>.get(RequestPath(verbatim: path))
      #expect(try verbatim.built().url.absoluteString == "https://api.example.com\(path)")
      let sent: [Endpoint<[Int]>] = [
        .get("/\(path)"), .get("todos/\(path)"), .get("\("a\(path)")"), .get("/\("%2F")"), .get("%2F"),
      ]
      #expect(sent.allSatisfy { $0.fault() == nil })
    }
  }
#endif
