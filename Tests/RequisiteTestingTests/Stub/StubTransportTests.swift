import RequisiteTesting
import Testing

@Suite("A stub transport", .timeLimit(.minutes(3)))
struct StubTransportTests {
  @Test("a client receives the responses of the stubs, and nothing is sent", .feature("C3", "C6"))
  func answers() async throws {
    let created = Todo(id: 201, title: "New")
    let stub = StubTransport {
      On(.get, "/todos").respond(json: [Todo(), Todo(id: 2)])
      On(.post, "/todos").respond(status: 201, json: created).once()
    }
    let client = APIClient.testing(stub)
    #expect(try await client.dispatch(FindTodos()) == [Todo(), Todo(id: 2)])
    #expect(try await client.dispatch(AddTodo(body: Todo(id: 0, title: "New"))) == created)
    let sent = stub.requests.map(\.description.firstLine)
    #expect(sent == ["GET https://api.test/todos", "POST https://api.test/todos"])
    #expect(try stub.requests.last.unwrapped.json(as: Todo.self).title == "New")
    try stub.verify()
  }

  @Test("each client has stubs of its own, so tests run at the same time", .feature("F11"))
  func parallel() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...50 {
        group.addTask {
          let stub = StubTransport { On(.get, "/todos").respond(json: [Todo(id: id)]) }
          let todos = try await APIClient.testing(stub).dispatch(FindTodos())
          #expect(todos.map(\.id) == [id] && stub.requests.count == 1)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("stubs can be declared in arrays, loops and conditions", .feature("C3"), arguments: [true, false])
  func conditions(isSignedIn: Bool) async throws {
    let shared = [On("/a").respond(status: 201)]
    let stub = StubTransport {
      shared
      for status in [202, 203] { On("/\(status)").respond(status: status) }
      if isSignedIn { On("/me").respond(status: 204) } else { On("/me").respond(status: 401) }
      if !isSignedIn { On("/login").respond(status: 205) }
    }
    for status in [201, 202, 203, isSignedIn ? 204 : 401] {
      let path = [201: "/a", 204: "/me", 401: "/me"][status] ?? "/\(status)"
      #expect(try await stub.statuses(of: path, count: 1) == [status])
    }
    if isSignedIn { return try stub.verify() }
    #expect(throws: UnmetStubs.self) { try stub.verify() }
    #expect(try await stub.statuses(of: "/login", count: 1) == [205])
    try stub.verify()
  }

  @Test("responses are used in order, each as many times as declared, and the last one repeats")
  func sequences() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(status: 503).times(2).then(.status(500)).then(.text("ok"))
      On(.get, "/b").respond(.status(201), .status(202))
      On(.get, "/c").respond(.status(201)).then { request in .text(request.path) }.once()
      On("/c").respond(status: 410)
    }
    #expect(try await stub.statuses(of: "/a", count: 5) == [503, 503, 500, 200, 200])
    #expect(try await stub.statuses(of: "/b", count: 3) == [201, 202, 202])
    #expect(try await stub.statuses(of: "/c", count: 4) == [201, 200, 410, 410])
  }

  @Test("in declared order, a request that comes too early is refused")
  func strict() async throws {
    let stub = StubTransport(order: .declared) {
      On(.get, "/first").respond(status: 200)
      On(.get, "/second").respond(status: 200)
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stub.send(get("https://api.test/second"))
    }
    let text = error?.description ?? ""
    #expect(text.contains("/first") && text.contains("the path is “/second”, not “/first”"))
    _ = try await stub.send(get("https://api.test/first"))
    _ = try await stub.send(get("https://api.test/second"))
    let last = await #expect(throws: NetworkRequestError.self) {
      try await stub.send(get("https://api.test/second"))
    }
    #expect(last?.description.contains("used up") == true)
  }

  @Test("a request that no stub answers fails and names the nearest stub and what differs")
  func unmatched() async throws {
    let stub = StubTransport {
      On(.put, "/todos/:id").respond(status: 200)
      On(.post, "/todos").header("X-Api-Key", "other").json(Todo(title: "B")).respond(status: 201)
    }
    let client = APIClient(
      baseURL: "https://api.test", headers: ["X-Api-Key": "canary-7f3a"], transport: stub)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(AddTodo(body: Todo(title: "A")))
    }
    let unmatched = try error.unwrapped.cause(as: UnmatchedRequest.self).unwrapped
    #expect(unmatched.description.contains("no stub answers POST https://api.test/todos"))
    #expect(unmatched.description.contains("“POST /todos” (RequisiteTestingTests/StubTransportTests.swift:"))
    #expect(unmatched.description.contains("“title” is “A”, not “B”"))
    #expect(unmatched.description.contains("X-Api-Key has another (secret) value"))
    #expect(!unmatched.description.contains("canary-7f3a"))
    #expect(throws: UnmetStubs.self) { try stub.verify() }
  }

  @Test("verify() reports the stubs that were not used, except optional ones")
  func verifies() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(status: 200).times(2)
      On(.get, "/b").respond(status: 200)
      On(.get, "/c").respond(status: 200).optional()
    }
    _ = try await stub.statuses(of: "/a", count: 1)
    let unmet = #expect(throws: UnmetStubs.self) { try stub.verify() }
    #expect(unmet?.problems.count == 2)
    #expect(unmet?.description.contains("1 of 2 times") == true)
    #expect(unmet?.description.contains("“GET /b”") == true)
  }

  @Test("verify() reports each request that no stub answered, although all stubs were used")
  func verifiesRequests() async throws {
    let stub = StubTransport { On(.get, "/a").respond(status: 200) }
    _ = try await stub.statuses(of: "/a", count: 1)
    try stub.verify()
    for path in ["/b", "/c"] { _ = try await stub.failure(of: path) }
    let unmet = #expect(throws: UnmetStubs.self) { try stub.verify() }
    #expect(unmet?.problems.count == 2)
    #expect(unmet?.description.contains("no stub answers GET https://api.test/b") == true)
  }

  @Test("a request that no transport could send reaches no stub")
  func unsendable() async throws {
    let stub = StubTransport { On.any().respond(.status(200)) }
    for url in ["http://api.test:0/", "ftp://api.test/"] {
      let request = try get(url)
      let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(stub.requests.isEmpty)
  }

  @Test("a test can wait for requests, and cancelling the wait ends it")
  func waiting() async throws {
    let stub = StubTransport { On("/a").respond(status: 200) }
    let waiting = Task { try await stub.requests(atLeast: 2).count }
    let tooLong = Task { try await stub.requests(atLeast: 3).count }
    #expect(try await stub.statuses(of: "/a", count: 2) == [200, 200])
    #expect(try await waiting.value == 2)
    tooLong.cancel()
    await #expect(throws: CancellationError.self) { try await tooLong.value }
  }

  @Test("redirects are followed, and each hop is a request of its own")
  func redirects() async throws {
    let stub = StubTransport {
      On(.get, "/old").respond(.redirect(301, to: "/new"))
      On(.get, "/new").respond(text: "here")
    }
    let response = try await stub.send(get("https://api.test/old"))
    #expect(response.url.absoluteString == "https://api.test/new")
    #expect(stub.requests.map(\.path) == ["/old", "/new"])
  }
}

@Suite("Messages of stubs show no secret", .timeLimit(.minutes(3)))
struct StubSecretsTests {
  private static func stub() -> StubTransport {
    StubTransport {
      On(.post, "/a").query("api_key", "other").form("password", "other").text("other").respond(text: "x")
      On(.post, "/b").json(["password": "other"]).respond(text: "x")
      On(.post, "/c").json(["user": ["password": "other"]]).respond(text: "x")
      On(.post, "/d").header("X-Customer", "other").respond(text: "x")
    }
  }

  @Test(
    "in values of queries, forms, bodies, fields and JSON",
    arguments: [
      ("a?api_key=c4n4ry", "password=c4n4ry"), ("b", #"{"password":"c4n4ry"}"#),
      ("c", #"{"user":["Bearer c4n4ry"]}"#), ("c", #"{"user":{"password":"c4n4ry"}}"#),
      ("c", #"{"user":[{"password":"c4n4ry"}]}"#), ("d", ""),
    ])
  func messages(path: String, body: String) async throws {
    let stub = Self.stub()
    var request = try get("https://api.test/\(path)")
    request.method = .post
    request.headers = ["X-Customer": "c4n4ry"]
    if body.hasPrefix("p") { request.headers.append(.contentType(.formURLEncoded)) }
    request.body = .text(body)
    request.options.redaction = .standard.hiding(["X-Customer"])
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
    let problems = #expect(throws: UnmetStubs.self) { try stub.verify() }
    for text in ["\(String(describing: error))", "\(String(describing: problems))"] {
      #expect(text.contains("POST /\(path.prefix(1))"))
      #expect(!text.contains("c4n4ry"))
    }
  }

  @Test("counts and waits of any size")
  func sizes() async throws {
    let stub = StubTransport {
      On(.get, "/").respond(text: "x").times(.max).then(.status(200)).times(.max)
      On(.get, "/events").respond(events: [ServerSentEvent(data: "x", retry: .seconds(Int.max))])
    }
    #expect(try await stub.send(get("https://api.test/")).status == 200)
    #expect(throws: UnmetStubs.self) { try stub.verify() }
  }
}

extension StubTransport {
  func statuses(of path: String, count: Int) async throws -> [Int] {
    var result: [Int] = []
    for _ in 0..<count { result.append(try await send(get("https://api.test\(path)")).status) }
    return result
  }
}

extension String {
  var firstLine: String { String(prefix { !$0.isNewline }) }
}
