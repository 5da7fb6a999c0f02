import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Endpoints as values", .timeLimit(.minutes(1)))
struct EndpointTests {
  @Test(
    "every verb takes query, header fields and options, and a body if the method has one",
    .feature("A10", "A11", "A14"))
  func verbs() throws {
    let query: QueryParams = ["q": 1]
    let fields: HTTPHeaders = ["X-A": "b"]
    let brief = RequestOptions(timeout: .seconds(5))
    let without: [Endpoint<Todo>] = [
      .get("/a", query: query, headers: fields, options: brief),
      .head("/a", query: query, headers: fields, options: brief),
      .delete("/a", query: query, headers: fields, options: brief),
    ]
    let with: [Endpoint<Todo>] = [
      .post("/a", query: query, headers: fields, body: .text("x"), options: brief),
      .put("/a", query: query, headers: fields, body: .text("x"), options: brief),
      .patch("/a", query: query, headers: fields, body: .text("x"), options: brief),
    ]
    #expect(try without.map { try $0.built().method } == [.get, .head, .delete])
    #expect(try with.map { try $0.built().method } == [.post, .put, .patch])
    #expect(try with.map { try $0.built().body.text } == ["x", "x", "x"])
    for endpoint in without + with {
      let request = try endpoint.built()
      #expect(request.url.absoluteString == "https://api.example.com/a?q=1")
      #expect(request.headers["X-A"] == "b")
      #expect(request.options.timeout == .seconds(5))
    }
  }

  @Test(
    "an object with values of several types is a body, and so is one with values of one type", .feature("E5"))
  func bodyOfObject() throws {
    let mixed = try Endpoint<Todo>.post("/a", body: ["title": "x", "done": true]).built().body.text
    #expect([#"{"title":"x","done":true}"#, #"{"done":true,"title":"x"}"#].contains(mixed))
    #expect(try Endpoint<Todo>.post("/a", body: ["title": "x"]).built().body.text == #"{"title":"x"}"#)
    #expect(try Endpoint<Todo>.put("/a", body: [1, 2]).built().body.text == "[1,2]")
  }

  @Test("every verb sends its method, also if the response is converted or dropped", .feature("A10"))
  func verbsOfOtherResults() throws {
    let converted: [Endpoint<NetworkResponse>] = [
      .get("/a"), .head("/a"), .post("/a", body: "x"), .put("/a", body: "x"), .patch("/a", body: "x"),
      .delete("/a"),
    ]
    let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete]
    #expect(try converted.map { try $0.built().method } == methods)
    let both: [Endpoint<String>] = [
      .get("/a"), .head("/a"), .post("/a", body: "x"), .put("/a", body: "x"), .patch("/a", body: "x"),
      .delete("/a"),
    ]
    #expect(try both.map { try $0.built().method } == methods)
    let none: [Endpoint<Void>] = [
      .head("/a"), .post("/a", body: "x"), .put("/a", body: "x"), .patch("/a", body: "x"), .delete("/a"),
    ]
    #expect(try none.map { try $0.built().method } == Array(methods.dropFirst()))
    let bytes = try Endpoint<Void>.put("/a", body: .data(Data("x".utf8), contentType: "image/png")).built()
    #expect(bytes.body.text == "x" && bytes.headers[.contentType] == "image/png")
  }

  @Test(
    "an endpoint has one method with its parts: GET has query items, POST and PUT have optional data",
    .feature("B2", "B4")
  )
  func payloads() throws {
    let items = [URLQueryItem(name: "q", value: "a&b"), URLQueryItem(name: "all", value: nil)]
    let data: Data? = Data("x".utf8)
    let endpoints: [Endpoint<Data>] = [
      .get("/a", query: QueryParams(items)), .post("/a", body: data), .post("/a", body: Data?.none),
      .put("/a", body: data), .delete("/a"), .head("/a"),
    ]
    let requests = try endpoints.map { try $0.built() }
    #expect(
      requests.map(\.description) == [
        "GET https://api.example.com/a?q=a%26b&all", "POST https://api.example.com/a",
        "POST https://api.example.com/a", "PUT https://api.example.com/a",
        "DELETE https://api.example.com/a", "HEAD https://api.example.com/a",
      ])
    #expect(requests.map(\.body.text) == [nil, "x", nil, "x", nil, nil])
    #expect(
      requests[0].body.isNone && requests[0].headers[.contentType] == nil, "the items are in the URL alone")
    let posted = try Endpoint<Data>.post("/a", query: QueryParams(items), body: data).built()
    #expect(posted.url.query() == "q=a%26b&all" && posted.body.text == "x", "and never become a body")
  }

  @Test("a body is any Encodable, and text, bytes and nil are sent as with a request type", .feature("A13"))
  func bodies() throws {
    let json = try Endpoint<Todo>.post("/todos", body: Todo()).built()
    #expect(json.headers[.contentType] == "application/json")
    #expect(try JSONDecoder().decode(Todo.self, from: Data(json.body.text?.utf8 ?? "".utf8)) == Todo())
    let text = try Endpoint<Void>.put("/note", body: "Milk").built()
    #expect(text.body.text == "Milk" && text.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(try Endpoint<Void>.post("/todos", body: Todo?.none).built().body.isNone)
    #expect(try Endpoint<Void>.post("/todos", body: .json("Milk")).built().body.text == "\"Milk\"")
    let file = try TemporaryFolder()
    let url = file.url.appendingPathComponent("a.txt")
    try Data("Milk".utf8).write(to: url)
    for endpoint: Endpoint<Void> in [.post("/file", body: .file(url)), .post("/file").body(.file(url))] {
      guard case .file(url, length: 4) = try endpoint.built().body.content else {
        Issue.record("no file is sent")
        return
      }
    }
    #expect(Endpoint<Void>.post("/file", body: URL(fileURLWithPath: "/tmp/a")).fault()?.part == .body)
  }

  @Test("a body can be passed at the call", .feature("A12"))
  func bodyAtTheCall() async throws {
    let stub = StubTransport { On(.post, "/users").respond(json: ["id": "7"]) }
    let client = APIClient.testing(stub)
    #expect(try await client.dispatch(.userTest, with: Data("{}".utf8)) == ["id": "7"])
    #expect(try await client.dispatch(.userTest, with: Data?.none) == ["id": "7"])
    #expect(try await client.dispatch(.userTest, with: Todo()) == ["id": "7"])
    #expect(try await client.dispatch(.userTest, with: .form(["a": 1])) == ["id": "7"])
    #expect(try await client.dispatch(.userTest.body("x")) == ["id": "7"])
    let types = stub.requests.map { $0.headers[.contentType] }
    #expect(
      types == [
        "application/octet-stream", nil, "application/json", "application/x-www-form-urlencoded",
        "text/plain; charset=utf-8",
      ])
  }

  @Test("an endpoint can have any method and a whole URL")
  func anyMethod() throws {
    let method = HTTPMethod(rawValue: "PROPFIND")
    let found = try Endpoint<String>(method: method, path: "/folder", headers: ["Depth": "1"]).built()
    #expect(found.method == method && found.headers["Depth"] == "1")
    let url = URL(fileURLWithPath: "/")
    #expect(Endpoint<String>.get(.url(url)).fault()?.part == .path)
    let other = try #require(URL(string: "https://other.example.com/a?b=c"))
    #expect(
      try Endpoint<String>.get(.url(other), query: ["d": 1]).built().url.absoluteString == "\(other)&d=1")
  }

  @Test(
    "an endpoint returns Foundation's response, and any type that a request can return", .feature("B8", "B10")
  )
  func returnTypes() async throws {
    let client = APIClient.answering(.json(Todo(), headers: ["X-A": "1"]))
    let head = try await client.dispatch(Endpoint<HTTPURLResponse>.get("/todo"))
    #expect(head.statusCode == 200 && head.value(forHTTPHeaderField: "X-A") == "1")
    #expect(try await client.dispatch(Endpoint<NetworkResponse>.head("/todo")).status == 200)
    _ = try await client.dispatch(Endpoint<NoContent>.get("/todo"))
    try await client.dispatch(.post("/todo", body: Todo()))
    try await client.dispatch(.delete("/todo"))
    let todo: Todo = try await client.dispatch(.get("/todo"))
    #expect(todo == Todo())
    let text: String? = try await client.dispatch(.get("/todo"))
    #expect(text?.contains("Test") == true)
  }

  @Test("map, keyPath and decoder apply only to their endpoint", .feature("A33", "A36", "C34"))
  func modifiers() async throws {
    let client = APIClient.answering(.json(text: #"{"page": {"the_title": "Milk"}}"#))
    struct Page: Decodable, Sendable { let theTitle: String }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let endpoint = Endpoint<Page>.get("/page").keyPath("page").decoder(decoder).map(\.theTitle)
    #expect(try await client.dispatch(endpoint) == "Milk")
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<Page>.get("/page").keyPath("page"))
    }
  }
}

extension Endpoint where ReturnType == [String: String] {
  fileprivate static var userTest: Endpoint { .post("/users") }
}
