import RequisiteTesting
import Testing

@Suite("Attempts and defaults", .timeLimit(.minutes(3)))
struct FallbackTests {
  private let clock = TestClock()

  @Test("a request is sent up to the number of attempts, and the last error is thrown", .feature("A29"))
  func attempts() async throws {
    let stub = StubTransport {
      On.any().respond(.status(500), .failure(.networkConnectionLost), .status(503), .json(Todo()))
    }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 3) }
    }
    #expect(error?.status == 503)
    #expect(stub.requests.count == 3)
    #expect(try await client.dispatch(GetTodo(id: 1), attempts: 3) == Todo())
    #expect(stub.requests.count == 4)
  }

  @Test(
    "a POST is repeated by the same rule as in a stack: with a key, if it is repeatable or was not processed")
  func posts() async throws {
    let post = Endpoint<Todo>.post("/todos")
    let keyed = post.with(\.idempotencyKey, .automatic)
    let calls: [(Endpoint<Todo>, StubResponse, count: Int)] = [
      (post, .status(503), 1), (post, .failure(.cannotConnectToHost), 2), (keyed, .status(503), 2),
      (post.with(\.isRepeatable, true), .status(503), 2),
    ]
    for (endpoint, response, count) in calls {
      let stub = StubTransport { On.any().respond(response) }
      let client = APIClient.testing(stub, clock: CallClock(clock))
      await #expect(throws: NetworkRequestError.self) {
        try await clock.run { try await client.dispatch(endpoint, attempts: 2) }
      }
      #expect(stub.requests.count == count)
      #expect(Set(stub.requests.map { $0.headers[.idempotencyKey] }).count == 1)
    }
  }

  @Test("the wait between two attempts is a second by default", .feature("A30"))
  func delay() async throws {
    let stub = StubTransport { On.any().respond(status: 500) }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    _ = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 4) }
    }
    #expect(clock.now.offset == .seconds(3))
    _ = await #expect(throws: NetworkRequestError.self) {
      try await clock.run {
        try await client.dispatch(GetTodo(id: 1), attempts: 3, retryDelay: .milliseconds(500))
      }
    }
    #expect(clock.now.offset == .seconds(4))
  }

  @Test("attempts wait for the server's Retry-After, up to a minute", .feature("F1"))
  func retryAfter() async throws {
    let stub = StubTransport {
      On.any().respond(
        .status(503, headers: ["Retry-After": "20"]), .status(429, headers: ["Retry-After": "61"]),
        .json(Todo()))
    }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 9) }
    }
    #expect(error?.status == 429)
    #expect(clock.now.offset == .seconds(20))
    #expect(stub.requests.count == 2)
  }

  @Test(
    "all attempts and their waits have one deadline, and a wait that would end after it is skipped",
    .feature("F2"))
  func deadline() async throws {
    let stub = StubTransport { On.any().respond(status: 500) }
    let client = APIClient(
      baseURL: "https://api.test",
      networkDispatcher: NetworkDispatcher(transport: stub, clock: CallClock(clock)),
      options: RequestOptions(deadline: .seconds(5)))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 9, retryDelay: .seconds(2)) }
    }
    #expect(error?.status == 500)
    #expect(stub.requests.count == 3)
    #expect(clock.now.offset == .seconds(4))
  }

  @Test(
    "each failure before another attempt is reported with the number of attempts that remain", .feature("A31")
  )
  func told() async throws {
    let log = Log()
    let stub = StubTransport { On.any().respond(.status(500), .status(502), .json(Todo())) }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let todo = try await clock.run {
      try await client.dispatch(GetTodo(id: 1), attempts: 5) { error, remaining, wait in
        log.add("\(error.status ?? 0), \(remaining) left, after \(wait)")
      }
    }
    #expect(todo == Todo())
    #expect(log.lines == ["500, 4 left, after 1.0 seconds", "502, 3 left, after 1.0 seconds"])
  }

  @Test("each attempt of a dispatch has a line in a log of the stack before it is sent", .feature("A31"))
  func logged() async throws {
    let stub = StubTransport { On.any().respond(.status(500), .json(Todo())) }
    let sink = CollectingSink()
    let client = APIClient.testing(stub.logged(to: sink), clock: CallClock(clock))
    _ = try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 2) }
    #expect(sink.entries.map { $0.text().first } == ["→", "←", "→", "←"])
  }

  @Test("at least one attempt is made, and an invalid request is not tried again", arguments: [-1, 0, 1])
  func fewest(attempts: Int) async throws {
    let stub = StubTransport { On.any().respond(status: 500) }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(GetTodo(id: 1), attempts: attempts)
    }
    #expect(stub.requests.count == 1)
    let nowhere = APIClient(baseURL: "nowhere", transport: stub)
    await #expect(throws: NetworkRequestError.self) {
      try await nowhere.dispatch(GetTodo(id: 1), attempts: 9)
    }
    #expect(stub.requests.count == 1)
  }

  @Test(
    "attempts do not repeat what another attempt cannot change", .feature("F34"),
    arguments: [
      StubResponse.status(404), .status(422), .status(501), .text("[", contentType: "application/json"),
      .failure(.serverCertificateUntrusted),
    ])
  func permanent(response: StubResponse) async {
    let stub = StubTransport { On.any().respond(response) }
    await #expect(throws: NetworkRequestError.self) {
      try await APIClient.testing(stub).dispatch(GetTodo(id: 1), attempts: 9)
    }
    #expect(stub.requests.count == 1)
  }

  @Test("a body that can be read only once is sent once, and the first failure is the error", .feature("A29"))
  func readOnce() async throws {
    struct UploadBody: Request {
      typealias ReturnType = Void
      let path = "/uploads"
      let method = HTTPMethod.post
      let body: HTTPBody
    }
    for length: Int64? in [nil, 5] {
      let stub = StubTransport { On.any().respond(status: 503) }
      let client = APIClient.testing(stub, clock: CallClock(clock))
      let stream = ByteStream(Data("hello".utf8))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(UploadBody(body: .stream(BodyStream(length: length, stream))), attempts: 3)
      }
      #expect(error?.status == 503)
      #expect(stub.requests.count == 1)
    }
  }

  @Test("a cancelled wait ends the call")
  func cancelled() async throws {
    let stub = StubTransport { On.any().respond(status: 500) }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let call = Task { () async -> NetworkRequestError? in
      do throws(NetworkRequestError) {
        _ = try await client.dispatch(GetTodo(id: 1), attempts: 3)
        return nil
      } catch {
        return error
      }
    }
    try await clock.sleepers(1)
    call.cancel()
    #expect(await call.value?.kind == .cancelled)
    #expect(stub.requests.count == 1)
  }

  @Test("a default value replaces any failure", .feature("A32"), arguments: [200, 404, 500])
  func fallback(status: Int) async {
    let client = APIClient.answering(status == 200 ? .json([Todo(id: 7)]) : .status(status))
    #expect(await client.dispatch(GetTodos(), default: []).map(\.id) == (status == 200 ? [7] : []))
    for failure: StubResponse in [
      .failure(.networkConnectionLost), .text("[", contentType: "application/json"),
    ] {
      #expect(
        await APIClient.answering(failure).dispatch(GetTodos(), default: [Todo(id: 9)]).map(\.id) == [9])
    }
    let nowhere = APIClient(baseURL: "nowhere", transport: UnimplementedTransport())
    #expect(await nowhere.dispatch(GetTodos(), default: [Todo()]) == [Todo()])
  }

  @Test("A body, a decoder and a default given at the call combine with several attempts")
  func combined() async throws {
    let stub = StubTransport {
      On(.post, "/todos").respond(
        .status(500), .json(Todo(id: 1)), .status(500), .json(Todo(id: 2)), .status(500), .status(500))
    }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let endpoint = Endpoint<Todo>.post("/todos").with(\.isRepeatable, true)
    let todos = try await clock.run {
      let first = try await client.dispatch(endpoint, with: Todo(id: 7), using: JSONCoding(), attempts: 2)
      let second = try await client.dispatch(endpoint, with: .json(Todo(id: 8)), attempts: 2)
      let last = await client.dispatch(endpoint.body(Todo(id: 9)), attempts: 2, default: Todo(id: 3))
      return [first, second, last]
    }
    #expect(todos.map(\.id) == [1, 2, 3])
    let sent = try stub.requests.map {
      try JSONCoding().decode(Todo.self, from: $0.body).id
    }
    #expect(sent == [7, 7, 8, 8, 9, 9])
  }
}
