import RequisiteTesting
import Testing

@Suite("Conditions of a stub", .timeLimit(.minutes(1)))
struct OnTests {
  @Test(
    "a path pattern answers the paths that it describes and no others",
    arguments: [
      ("/todos/1", "/todos/1", true), ("/todos/1", "/todos/12", false), ("/todos/:id", "/todos/7", true),
      ("/todos/*", "/todos/a%2Fb", true), ("/todos/:id", "/todos/7/tags", false),
      ("/todos", "/todos/", false),
      ("/files/**", "/files/a/b/c", true), ("/**/edit", "/a/b/edit", true), ("/**/edit", "/a/b/view", false),
      ("/a b/ä", "/a%20b/%C3%A4", true), ("/", "", true), ("https://api.test/x", "/x", true),
      ("https://other.test/x", "/x", false), ("/x?b=2", "/x?a=1&b=2", true), ("/x?b=2", "/x?b=3", false),
    ])
  func paths(pattern: String, path: String, matches: Bool) async throws {
    let stub = StubTransport { On(PathPattern(pattern)).respond(status: 200) }
    let request = try get("https://api.test\(path)")
    guard matches else {
      await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
      return
    }
    _ = try await stub.send(request)
  }

  @Test("a method without a path answers any path")
  func methodAlone() async throws {
    let stub = StubTransport {
      On(.delete).respond(status: 204)
      On("/todos").respond(status: 200)
    }
    let url = try URL(string: "https://api.test/todos/7").unwrapped
    #expect(try await stub.send(TransportRequest(method: .delete, url: url)).status == 204)
    #expect(try await stub.send(get("https://api.test/todos")).status == 200)
    let other = await #expect(throws: NetworkRequestError.self) {
      try await stub.send(get("https://api.test/users"))
    }
    let words = other?.description ?? ""
    #expect(words.contains("DELETE of any path"))
  }

  @Test("query, header, JSON, form, text and custom conditions are met, or named in the error")
  func conditions() async throws {
    let url = try URL(string: "https://api.test/x?page=2&page=3").unwrapped
    let json = TransportRequest(
      method: .post, url: url, headers: ["Accept": "text/plain"],
      body: .text(#"{ "completed": false, "title": "Test", "id": 1.0 }"#))
    let form = TransportRequest(method: .post, url: url, body: .text("a=1&b=x+y"))
    try await Self.expect(On(.post, "/x").query("page").query("page", "3"), meets: json)
    try await Self.expect(On(.post, "/x").query("page", "4"), fails: json, naming: "“2”, “3”, not “4”")
    try await Self.expect(On(.post, "/x").header(.accept, "text/plain").header("accept"), meets: json)
    try await Self.expect(On(.post, "/x").header(.accept, "a/b"), fails: json, naming: "not “a/b”")
    try await Self.expect(On(.post, "/x").header(.cookie), fails: json, naming: "no header Cookie")
    try await Self.expect(On(.post, "/x").json(Todo()), meets: json)
    try await Self.expect(On(.post, "/x").json(Todo(id: 2)), fails: json, naming: "“id” is 1.0, not 2")
    try await Self.expect(On(.post, "/x").json(Todo()), fails: form, naming: "cannot be compared as JSON")
    try await Self.expect(On(.post, "/x").json(as: Todo.self) { $0.id == 1 }, meets: json)
    try await Self.expect(On(.post, "/x").form("b", "x y"), meets: form)
    try await Self.expect(On(.post, "/x").form("b", "z"), fails: form, naming: "not “z”")
    try await Self.expect(On(.post, "/x").text("a=1&b=x+y"), meets: form)
    try await Self.expect(
      On(.post, "/x").where("it is small") { $0.body.count < 3 }, fails: form, naming: "it is small")
    try await Self.expect(On(.put, "/x"), fails: form, naming: "the method is POST, not PUT")
    try await Self.expect(.any(), meets: form)
  }

  private static func expect(_ on: On, meets request: TransportRequest) async throws {
    _ = try await StubTransport([on.respond(status: 200)]).send(request)
  }

  private static func expect(
    _ on: On, fails request: TransportRequest, naming words: String
  ) async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await StubTransport([on.respond(status: 200)]).send(request)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
