import RequisiteTesting
import Testing

@Suite("Limits of a call", .timeLimit(.minutes(3)))
struct LimitTests {
  private let clock = TestClock()

  @Test("a body in memory has at most as many bytes as the client or the request allows")
  func bodySize() async throws {
    let stub = StubTransport { On.any().respond(text: "12345678") }
    let strict = APIClient.testing(stub, options: RequestOptions().with(\.maximumBodySize, 7))
    let error = try await strict.failure(of: Fetch<String>())
    guard case .bodyTooLarge(let limit, let request) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(limit == 7)
    #expect(request?.url.path == "/value")
    struct Text: Request {
      typealias ReturnType = String
      let path = "/value"
      let options: RequestOptions
    }
    #expect(
      try await strict.dispatch(Text(options: RequestOptions().with(\.maximumBodySize, 8))) == "12345678")
    #expect(RequestOptions().maximumBodySize == 64 << 20)
  }

  @Test(
    "a call that exceeds its deadline fails with deadlineExceeded, and its request is cancelled",
    .feature("E25"))
  func deadline() async throws {
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.json(Todo()).after(.seconds(60))) }
    let client = APIClient.testing(
      stub, clock: CallClock(clock), options: RequestOptions(deadline: .seconds(10)))
    let call = Task { try await client.failure(of: GetTodo(id: 1)) }
    try await clock.sleepers(2)
    clock.advance(by: .seconds(9))
    #expect(clock.sleeperCount == 2)
    clock.advance(by: .seconds(1))
    let error = try await call.value
    guard case .deadlineExceeded(let deadline, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(deadline == .seconds(10))
    #expect(error.request?.description == "GET https://api.test/todos/1")
    #expect(clock.sleeperCount == 0, "the call itself was cancelled")
  }

  @Test("a call that ends before its deadline leaves no sleeper on the clock")
  func inTime() async throws {
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.json(Todo()).after(.seconds(9))) }
    let client = APIClient.testing(
      stub, clock: CallClock(clock), options: RequestOptions(deadline: .seconds(10)))
    let todo = try await clock.run(whenAsleep: 2) { try await client.dispatch(GetTodo(id: 1)) }
    #expect(todo == Todo())
    #expect(clock.sleeperCount == 0)
  }

  @Test("the deadline covers redirects together, not each")
  func redirects() async throws {
    let stub = StubTransport(clock: CallClock(clock)) {
      On("/todos/1").respond(.redirect(to: "/a").after(.seconds(6)))
      On("/a").respond(.json(Todo()).after(.seconds(6)))
    }
    let client = APIClient.testing(
      stub, clock: CallClock(clock), options: RequestOptions(deadline: .seconds(10)))
    let error = try await clock.run(whenAsleep: 2) { try await client.failure(of: GetTodo(id: 1)) }
    #expect(error.kind == .deadlineExceeded)
    #expect(clock.now.offset == .seconds(10))
  }

  @Test("the deadline covers the body of a streamed response too")
  func stream() async throws {
    let stub = StubTransport(clock: CallClock(clock)) {
      On.any().respond(.chunks(["one", "two", "three"], every: .seconds(6)))
    }
    let client = APIClient.testing(
      stub, clock: CallClock(clock), options: RequestOptions(deadline: .seconds(10)))
    let stream = try await client.dispatch(ReturnTypeTests.GetStream())
    let clock = clock
    let (chunks, error) = try await clock.run(whenAsleep: 2) {
      var chunks: [String] = []
      do {
        for try await chunk in stream { chunks.append(String(decoding: chunk, as: UTF8.self)) }
      } catch {
        return (chunks, error as? NetworkRequestError)
      }
      return (chunks, nil)
    }
    #expect(chunks == ["one", "two"])
    #expect(error?.kind == .deadlineExceeded)
  }

  @Test("a call whose deadline has passed sends nothing")
  func over() async throws {
    let stub = StubTransport { On.any().respond(json: Todo()) }
    let client = APIClient.testing(stub, clock: CallClock(clock), options: RequestOptions(deadline: .zero))
    #expect(try await client.failure(of: GetTodo(id: 1)).kind == .deadlineExceeded)
    #expect(stub.requests.isEmpty)
  }
}
