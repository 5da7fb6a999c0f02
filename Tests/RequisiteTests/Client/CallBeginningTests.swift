import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A call begins when it is dispatched", .timeLimit(.minutes(3)))
struct CallBeginningTests {
  private let clock = TestClock()
  private var callClock: CallClock { CallClock(clock) }

  /// A client whose credentials take three seconds, and whose calls have half a second.
  private func slowClient(_ stub: StubTransport, shared: Bool = false) -> APIClient {
    let callClock = callClock
    let options =
      shared
      ? RequestOptions().with(\.sharedDeadline, CallDeadline(.milliseconds(500), on: callClock))
      : RequestOptions(deadline: .milliseconds(500))
    let credentials = Credentials {
      try await callClock.sleep(for: .seconds(3))
      return ["X-Api-Key": "k"]
    }
    return APIClient(
      baseURL: "https://api.test", credentials: credentials,
      networkDispatcher: NetworkDispatcher(transport: stub, clock: callClock), options: options)
  }

  enum Way: CaseIterable { case value, response, attempts, file, download, events, pages }

  private static func call(_ way: Way, _ client: APIClient, _ place: URL) async throws {
    let file = Endpoint<DownloadedFile>.get("/file")
    switch way {
    case .value: _ = try await client.dispatch(GetTodo(id: 1))
    case .response: _ = try await client.response(for: GetTodo(id: 1))
    case .attempts: _ = try await client.dispatch(GetTodo(id: 1), attempts: 2)
    case .file: _ = try await client.download(file, to: place, retrying: nil)
    case .download: _ = try await client.download(file, to: place, retrying: .never)
    case .events:
      for try await _ in client.events(of: Endpoint<ServerSentEvents>.get("/events"), retrying: .never) {}
    case .pages: for try await _ in client.pages(of: GetTodos()) {}
    }
  }

  @Test("the deadline covers the credentials, in every form of call", .feature("F2"), arguments: Way.allCases)
  func credentials(way: Way) async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file")
    for shared in way == .events ? [false] : [false, true] {
      let stub = StubTransport { On.any().respond(json: [Todo()]) }
      let client = slowClient(stub, shared: shared)
      let start = clock.now.offset
      let error = await #expect(throws: NetworkRequestError.self) {
        try await clock.run(whenAsleep: 2) { try await Self.call(way, client, place) }
      }
      #expect(error?.kind == .deadlineExceeded, "\(error as Any)")
      #expect(stub.requests.isEmpty)
      #expect(clock.now.offset - start == .milliseconds(500))
      #expect(error?.timeline != nil)
    }
  }

  @Test("a request that cannot be built has a history, with its type", .feature("F10"))
  func building() async throws {
    struct Wrong: Request {
      typealias ReturnType = Todo
      let path = "/"
      let method = HTTPMethod.post
      let body = ["x": Double.nan]
    }
    let client = APIClient.testing(StubTransport { On.any().respond(status: 200) })
    for attempts in [1, 2] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(Wrong(), attempts: attempts)
      }
      let timeline = try #require(error?.timeline)
      #expect(timeline.request.contains("Wrong") && timeline.outcome == "invalidRequest")
    }
  }

  @Test("a field that cannot be sent, and credentials that fail, are errors with the call's history")
  func failures() async throws {
    struct NoKey: Error {}
    let bad = APIClient(
      baseURL: "https://api.test", headers: ["X": "a\nb"], transport: DefaultTransport.shared)
    let keyless = APIClient(
      baseURL: "https://api.test", credentials: Credentials { throw NoKey() },
      transport: DefaultTransport.shared)
    let odd = APIClient(
      baseURL: "https://api.test", credentials: Credentials { ["X": "a\nb"] },
      transport: DefaultTransport.shared)
    for client in [bad, keyless, odd] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(GetTodo(id: 1))
      }
      #expect(error?.timeline?.request.contains("api.test") == true, "\(error as Any)")
    }
  }

  @Test("all attempts of a client are in one history, with their waits", .feature("A29", "F10"))
  func attempts() async throws {
    let stub = StubTransport {
      On.any().respond(.status(500), .failure(.networkConnectionLost), .status(503))
    }
    let client = APIClient.testing(stub, clock: callClock)
    let thrown = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 3) }
    }
    let error = try #require(thrown)
    #expect(error.attempts.map(\.number) == [1, 2, 3])
    #expect(error.attempts.map(\.start) == [.zero, .seconds(1), .seconds(2)])
    #expect(error.attempts.map(\.wait) == [.seconds(1), .seconds(1), nil])
    #expect(error.attempts.first?.outcome == .status(500) && error.attempts.last?.outcome == .status(503))
    let timeline = try #require(error.timeline)
    #expect(timeline.attempts == error.attempts)
    #expect(timeline.spans.filter { $0.layer == "retry" && $0.event == "waited" }.count == 2)
    #expect(Set(stub.requests.map(\.id)).count == 1)
    #expect(error.description.contains("after 3 attempts"))
  }

  @Test("a value that is a response has the history of earlier attempts")
  func success() async throws {
    let stub = StubTransport { On.any().respond(.status(500), .json(Todo())) }
    let client = APIClient.testing(stub, clock: callClock)
    let response = try await clock.run {
      try await client.dispatch(Endpoint<NetworkResponse>.get("/"), attempts: 3)
    }
    #expect(response.attempts.map(\.outcome) == [.status(500), .status(200)])
  }

  @Test("attempts of the client and of a layer are counted together, each once", .feature("F10"))
  func nested() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let client = APIClient.testing(stub.retried(.constant(.seconds(2), attempts: 2)), clock: callClock)
    let thrown = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(GetTodo(id: 1), attempts: 2) }
    }
    let error = try #require(thrown)
    #expect(stub.requests.count == 4)
    #expect(error.attempts.map(\.number) == [1, 2, 3, 4])
    #expect(error.attempts.map(\.start) == [.zero, .seconds(2), .seconds(3), .seconds(5)])
    #expect(error.attempts.map(\.wait) == [.seconds(2), .seconds(1), .seconds(2), nil])
  }

  @Test("a download has one history for all of its attempts", .feature("F10"))
  func download() async throws {
    let folder = try TemporaryFolder()
    let stub = StubTransport { On.any().respond(.status(503), .status(404)) }
    let client = APIClient.testing(stub, clock: callClock)
    let place = folder.url.appending(path: "file")
    let thrown = await #expect(throws: NetworkRequestError.self) {
      try await clock.run {
        try await client.download(
          Endpoint<DownloadedFile>.get("/"), to: place, retrying: .constant(.seconds(4), attempts: 3))
      }
    }
    let error = try #require(thrown)
    #expect(error.attempts.map(\.outcome) == [.status(503), .status(404)])
    #expect(error.attempts.map(\.wait) == [.seconds(4), nil])
  }
}
