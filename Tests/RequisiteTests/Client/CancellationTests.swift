import RequisiteTesting
import TestSupport
import Testing

@Suite("Cancellation, and where decoding runs", .timeLimit(.minutes(3)))
struct CancellationTests {
  /// Notes where it decodes.
  struct ThreadOfDecoding: ResponseDecoder {
    let log: Log
    var main = MainQueueMark()
    var accept: String? { nil }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      log.add(main.isHere ? "main" : "elsewhere")
      return try JSONDecoder().decode(type, from: data)
    }
  }

  /// Notes the priority at which it decodes.
  struct PriorityWitness: ResponseDecoder {
    let log: Log
    var accept: String? { nil }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      log.add("\(Task.currentPriority.rawValue)")
      return try JSONDecoder().decode(type, from: data)
    }
  }

  /// Decodes only after `isReleased` was signalled by another task.
  struct Waiting: ResponseDecoder {
    struct NotReleased: Error {}
    let hasBegun = Counter()
    let isReleased = DispatchSemaphore(value: 0)
    var accept: String? { nil }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      hasBegun.add()
      guard isReleased.wait(timeout: .now() + 30) == .success else { throw NotReleased() }
      return try JSONDecoder().decode(type, from: data)
    }
  }

  /// Has one client, and state that it changes.
  actor Screen {
    private let client: APIClient
    init(_ client: APIClient) { self.client = client }
    func load() async throws(NetworkRequestError) -> Todo { try await client.dispatch(GetTodo(id: 1)) }
    func tapped(_ work: @Sendable () -> Void) { work() }
  }

  /// Cancels the task that it runs in once the response is there.
  struct CancellingBehind: Transport {
    let upstream: any Transport
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      let response = try await upstream.send(request)
      withUnsafeCurrentTask { $0?.cancel() }
      return response
    }
  }

  @Test("decoding never runs on the main actor, also for a call from the main actor", .feature("B14", "B15"))
  @MainActor func offTheMainActor() async throws {
    let log = Log()
    let stub = StubTransport { On.any().respond(json: Todo()) }
    let client = APIClient.testing(stub, coders: BodyCoders(response: ThreadOfDecoding(log: log)))
    #expect(MainQueueMark().isHere)
    _ = try await client.dispatch(GetTodo(id: 1))
    _ = try await client.response(for: GetTodo(id: 1))
    #expect(log.lines == ["elsewhere", "elsewhere"])
  }

  @Test("the caller's actor does other work while a response is decoded", .feature("B15"))
  func offTheCallersActor() async throws {
    let decoder = Waiting()
    let stub = StubTransport { On.any().respond(json: Todo()) }
    let screen = Screen(APIClient.testing(stub, coders: BodyCoders(response: decoder)))
    let loading = Task { try await screen.load() }
    #expect(await until { decoder.hasBegun.value == 1 })
    await screen.tapped { decoder.isReleased.signal() }
    #expect(try await loading.value == Todo())
  }

  @Test(
    "decoding has the priority of the calling task", .feature("B15", "F17"),
    arguments: [TaskPriority.background, .medium, .userInitiated])
  func priority(_ priority: TaskPriority) async {
    let log = Log()
    let stub = StubTransport { On.any().respond(json: Todo()) }
    let client = APIClient.testing(stub, coders: BodyCoders(response: PriorityWitness(log: log)))
    // Nothing waits for the task itself, for that would raise its priority to that of the test.
    await withCheckedContinuation { continuation in
      Task.detached(priority: priority) {
        _ = try? await client.dispatch(GetTodo(id: 1))
        _ = try? await client.values(of: GetTodo(id: 2), GetTodo(id: 3))
        continuation.resume()
      }
    }
    #expect(log.lines == Array(repeating: "\(priority.rawValue)", count: 3))
  }

  @Test("a task that is cancelled when the response arrives does not decode it", .feature("B16"))
  func betweenResponseAndDecoding() async throws {
    let log = Log()
    let transport = CancellingBehind(upstream: StubTransport { On.any().respond(json: Todo()) })
    let client = APIClient.testing(transport, coders: BodyCoders(response: ThreadOfDecoding(log: log)))
    let task = Task { try await client.failure(of: GetTodo(id: 1)) }
    let error = try await task.value
    #expect(error.kind == .cancelled)
    #expect(error.request?.url.path == "/todos/1")
    #expect(log.lines.isEmpty)
  }

  @Test("a cancelled task sends nothing")
  func before() async throws {
    let stub = StubTransport { On.any().respond(json: Todo()) }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await APIClient.testing(stub).failure(of: GetTodo(id: 1))
    }
    #expect(try await task.value.kind == .cancelled)
    #expect(stub.requests.isEmpty)
  }

  @Test("a call under way ends when its task is cancelled")
  func underWay() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.json(Todo()).after(.seconds(60))) }
    let task = Task { try await APIClient.testing(stub).failure(of: GetTodo(id: 1)) }
    try await clock.sleepers(1)
    task.cancel()
    #expect(try await task.value.isCancellation)
    #expect(clock.sleeperCount == 0)
  }
}
