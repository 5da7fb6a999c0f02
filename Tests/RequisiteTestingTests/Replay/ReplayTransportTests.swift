import RequisiteTesting
import TestSupport
import Testing

@Suite("Replaying a recording", .timeLimit(.minutes(1)))
struct ReplayTransportTests {
  private let todos = Recording([
    .init(
      request: .init(url: "https://api.test/todos", headers: ["Accept": "application/json"]),
      response: .init(
        headers: ["Content-Type": "application/json"],
        body: .json(Data(#"[{"id":1,"title":"Test","completed":false}]"#.utf8)))),
    .init(
      request: .init(
        method: "POST", url: "https://api.test/todos", headers: ["Content-Type": "application/json"],
        body: .json(Data(#"{"title":"Milk","completed":false,"id":7}"#.utf8))),
      response: .init(
        status: 201, headers: ["Content-Type": "application/json"],
        body: .json(Data(#"{"id":201,"title":"Milk","completed":false}"#.utf8)))),
  ])

  @Test("recorded exchanges answer requests in any order, each of them once", .feature("C39"))
  func answers() async throws {
    let replay = ReplayTransport(todos)
    #expect(throws: UnmetStubs.self, "nothing was sent") { try replay.verify() }
    let client = APIClient.testing(replay)
    #expect(try await client.dispatch(AddTodo(body: Todo(id: 7, title: "Milk"))).id == 201)
    #expect(throws: UnmetStubs.self) { try replay.verify() }
    #expect(try await client.dispatch(FindTodos()) == [Todo()])
    try replay.verify()
    let error = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(FindTodos()) }
    let cause = try error.unwrapped.cause(as: UnrecordedRequest.self).unwrapped
    #expect(
      cause.nearest == "number 1, “GET https://api.test/todos”, which was used already", "\(cause)")
  }

  @Test(
    "a recording that cannot be read fails the verification and each call; of a missing one, the error says how it is made"
  )
  func missingFile() async throws {
    let missing = ReplayTransport(.fixture("no-such-recording.json"))
    #expect(throws: UnmetStubs.self) { try missing.verify() }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await APIClient.testing(missing).dispatch(FindTodos())
    }
    let words = try #require(error?.description)
    #expect(words.contains("no-such-recording.json") && words.contains("REQUISITE_RECORD=all"), "\(words)")
    let folder = ReplayTransport(RecordingFile(URL(fileURLWithPath: "/")))
    let other = await #expect(throws: NetworkRequestError.self) {
      try await APIClient.testing(folder).dispatch(FindTodos())
    }
    #expect(other?.description.contains("REQUISITE_RECORD") == false)
  }

  @Test("in the order of the recording, the next exchange must match")
  func order() async throws {
    let client = APIClient.testing(ReplayTransport(todos, order: .declared))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(AddTodo(body: Todo(id: 7, title: "Milk")))
    }
    #expect(
      error?.description.contains("number 1, “GET https://api.test/todos”: the method is POST, not GET")
        == true)
    _ = try await client.dispatch(FindTodos())
    _ = try await client.dispatch(AddTodo(body: Todo(id: 7, title: "Milk")))
  }

  @Test("an error names the difference: the query, the place in a body, or a relevant header field")
  func differences() async throws {
    let client = APIClient.testing(ReplayTransport(todos, matching: RequestMatch(headers: [.acceptLanguage])))
    let query = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<[Todo]>.get("/todos", query: ["page": 2]))
    }
    #expect(query?.description.contains("the query is “page=2”, not “”") == true)
    let body = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(AddTodo(body: Todo(id: 7, title: "Bread")))
    }
    #expect(body?.description.contains("in the body, “title” is “Bread”, not “Milk”") == true)
    let header = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<[Todo]>.get("/todos").headers([.acceptLanguage: "de"]))
    }
    #expect(header?.description.contains("the header “Accept-Language” is “de”, not “missing”") == true)
  }

  @Test("the rule defines what may be different")
  func lenient() async throws {
    let match = RequestMatch(ignoringQueryItems: ["at"], ignoringBody: true)
    let client = APIClient.testing(ReplayTransport(todos, matching: match))
    _ = try await client.dispatch(Endpoint<[Todo]>.get("/todos", query: ["at": "now"]))
    _ = try await client.dispatch(AddTodo(body: Todo(title: "Bread")))
  }

  @Test("an ignored query item is known by its decoded name")
  func encodedName() async throws {
    let replay = ReplayTransport(todos, matching: RequestMatch(ignoringQueryItems: ["at"]))
    #expect(try await replay.send(get("https://api.test/todos?%61t=now")).status == 200)
  }

  @Test("responses are delivered as requested: in memory, as a stream or in a file")
  func deliveries() async throws {
    let recording = Recording([
      .init(
        request: .init(url: "https://api.test/log"),
        response: .init(url: "https://api.test/logs/1", body: .text("one\r\ntwo\n")))
    ])
    let lines = try await APIClient.testing(ReplayTransport(recording))
      .dispatch(Endpoint<Lines>.get("/log"))
    var seen: [String] = []
    for try await line in lines { seen.append(line) }
    #expect(seen == ["one", "two"])
    let file = try await APIClient.testing(ReplayTransport(recording))
      .dispatch(Endpoint<DownloadedFile>.get("/log"))
    #expect(file.byteCount == 9 && file.response.url.path == "/logs/1")
    try await file.remove()
  }

  @Test("a missing file and one of another format are errors that name the file")
  func badFile() async throws {
    let missing = APIClient.testing(ReplayTransport(.fixture("no/such.json")))
    let error = await #expect(throws: NetworkRequestError.self) { try await missing.dispatch(FindTodos()) }
    #expect(error?.cause(as: RecordingFailure.self)?.file.lastPathComponent == "such.json")
    let folder = try RecordingFolder()
    try Data(#"{"version":2,"exchanges":[]}"#.utf8).write(to: folder.file.url)
    let later = APIClient.testing(ReplayTransport(folder.file))
    let version = await #expect(throws: NetworkRequestError.self) { try await later.dispatch(FindTodos()) }
    #expect(version?.description.contains("has version 2") == true)
  }

  @Test("a recording that was written by hand is read")
  func byHand() async throws {
    let client = APIClient.testing(ReplayTransport(.fixture("../Fixtures/recording.json")))
    #expect(try await client.dispatch(FindTodos()) == [Todo(id: 1, title: "Buy milk")])
    #expect(try await client.dispatch(Endpoint<Data>.get("/pixel")) == Data([0, 255, 1]))
    #expect(try await client.dispatch(Endpoint<String>.get("/note")) == "one\ntwo\n")
  }

  @Test("a call that was cancelled, or whose file cannot be written, uses up no exchange")
  func unusedExchange() async throws {
    let replay = ReplayTransport(
      Recording([.init(request: .init(url: "https://api.test/x"), response: .init(body: .text("a")))]))
    let request = try get("https://api.test/x")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await replay.send(request)
    }
    await #expect(throws: NetworkRequestError.self) { try await cancelled.value }
    let folder = try TemporaryFolder()
    let taken = try get("https://api.test/x", delivery: .file(try folder.file("taken", Data())))
    await #expect(throws: NetworkRequestError.self) { try await replay.send(taken) }
    #expect(try await replay.send(request).status == 200)
    try replay.verify()
  }

  @Test("the curl command of a client has what the layers add, and uses up no exchange", .feature("F41"))
  func curlCommand() async throws {
    let replay = ReplayTransport(todos, order: .declared)
    let client = APIClient.testing(replay.headers(["X-Layer": "yes"]))
    let command = try await client.curlCommand(for: FindTodos(), redacting: .revealing)
    #expect(command.contains("X-Layer: yes"), "\(command)")
    let other = try await client.curlCommand(for: Endpoint<[Todo]>.get("/other"))
    #expect(other.contains("/other"))
    #expect(try await client.dispatch(FindTodos()) == [Todo()])
  }
}
