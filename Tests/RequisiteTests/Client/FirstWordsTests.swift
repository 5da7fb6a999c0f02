import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("First words: what is typed first does what it means", .timeLimit(.minutes(3)))
struct FirstWordsTests {
  private let client = APIClient(
    baseURL: "https://api.example.com",
    transport: StubTransport {
      On(.get, "/headlines").respond(json: ["Rain", "Sun"])
      On(.get, "/users/1").respond(json: ["user": ["name": "Ann", "tags": [1, nil, "x"]]])
    })

  private struct Missing: Request {
    typealias ReturnType = Todo
    let path = "/missing"
  }

  @Test("the result of one request has the type of its error, also in async let", .feature("F41"))
  func result() async throws {
    async let found = client.result(of: .headlines)
    async let missing = client.result(of: Missing())
    #expect(try await found.get() == ["Rain", "Sun"])
    guard case .failure(let error) = await missing else { return #expect(Bool(false)) }
    #expect(error.kind == .unknownError)
  }

  @Test("a default is nil for any value, and a value of its type", .feature("A32", "F41"))
  func defaults() async {
    #expect(await client.dispatch(Missing(), default: nil) == nil)
    #expect(await client.dispatch(.absent, default: nil) == nil)
    let found = await client.dispatch(.headlines, default: nil)
    #expect(found == ["Rain", "Sun"])
    let list = await client.dispatch(.headlines, default: [])
    #expect(list.count == 2)
  }

  @Test("a header field is set for one call of any request", .feature("F41"))
  func header() async throws {
    let stub = StubTransport { On.any().respond(json: Todo()) }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)
    _ = try await client.dispatch(GetTodo(id: 7).header(.ifMatch, "\"1\"").with(\.timeout, .seconds(3)))
    _ = try await client.dispatch(GetTodo(id: 7).header(.ifMatch, nil))
    let endpoint: Endpoint<Todo> = .get("/t", headers: ["X-Kind": "a", .ifMatch: "\"1\""])
    _ = try await client.dispatch(endpoint.header(.ifMatch, "\"2\"").header(.ifNoneMatch, nil))
    #expect(stub.requests.map { $0.headers[.ifMatch] } == ["\"1\"", nil, "\"2\""])
    #expect(stub.requests[2].headers["X-Kind"] == "a")
    var fields = HTTPHeaders()
    fields.append(.accept, "text/csv")
    #expect(fields[.accept] == "text/csv")
  }

  @Test("a verb takes a URL, a key path and a decoder", .feature("A33", "A36", "F41"))
  func verbs() async throws {
    let stub = StubTransport {
      On(.get, "https://other.example.com/a?b=1").respond(json: Todo())
      On(.post, "https://other.example.com/a").respond(jsonText: #"{"a":[{"the_name":"Ann"}]}"#)
      On(.get, "/nested.json").respond(json: ["user": ["city": "Oslo", "zip": 1]])
    }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)
    let url = try #require(URL(string: "https://other.example.com/a"))
    let todo: Todo = try await client.dispatch(.get(url, query: ["b": 1]))
    #expect(todo == Todo())
    struct Named: Decodable, Equatable { let theName: String }
    let named: [Named] = try await client.dispatch(
      .post(url, body: ["q": "x"], keyPath: "a", decoder: JSONCoding(keys: .snakeCase)))
    #expect(named == [Named(theName: "Ann")])
    #expect(try await client.dispatch(Endpoint<String>(path: "/nested.json", keyPath: "user.city")) == "Oslo")
    #expect(try await client.dispatch(.get("/nested.json", keyPath: "user.zip")) as Int == 1)
  }

  @Test(
    "options have labels for the most frequent ones, and a response says how long to wait", .feature("F41"))
  func options() async throws {
    let options = RequestOptions(
      timeout: .seconds(5), acceptedStatuses: [200, 304], nilStatuses: [404], isRepeatable: true)
    #expect(options.timeout == .seconds(5) && options.acceptedStatuses == [200, 304])
    #expect(options.nilStatuses == [404] && options.isRepeatable == true && options.deadline == nil)
    #expect(RequestOptions(acceptedStatuses: 200..<400).acceptedStatuses == Set(200...399))
    let busy = APIClient.answering(.status(429, headers: [.retryAfter: "7"]))
    let error = await #expect(throws: NetworkRequestError.self) { try await busy.dispatch(GetTodos()) }
    #expect(error?.response?.retryAfter == .seconds(7))
  }

  @Test("a client has a clock for its tests, and retried(attempts:) counts the first", .feature("F41"))
  func clock() async throws {
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(status: 503) }
    let client = APIClient(
      baseURL: "https://api.example.com", transport: stub.retried(attempts: 3), clock: CallClock(clock))
    let call = Task { await client.result(of: GetTodos()) }
    for _ in 0..<2 {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(60))
    }
    guard case .failure(let error) = await call.value else { return #expect(Bool(false)) }
    #expect(error.status == 503 && stub.requests.count == 3)
  }

  @Test("where Swift loses the type of an error, NetworkRequestError(error) has its traits", .feature("F41"))
  func untyped() async {
    let client = APIClient.answering(.status(401))
    let task = Task { () -> String in
      do {
        return "\(try await client.dispatch(GetTodos()).count)"
      } catch {
        let error = NetworkRequestError(error)
        return error.isCancellation ? "cancelled" : error.needsLogin ? error.userMessage : "\(error)"
      }
    }
    guard case .success(let words) = await task.result else { return #expect(Bool(false)) }
    #expect(words == "You have to log in.")
    struct Other: Error {}
    let thrown: [any Error] = [CancellationError(), Other(), URLError(.timedOut)]
    let others = thrown.map { NetworkRequestError($0) }
    #expect(others.map(\.isCancellation) == [true, false, false])
    #expect(others.map(\.isTimeout) == [false, false, true])
    #expect(others.map(\.isRetryable) == [false, false, true])
    #expect(others[1].userMessage == "This did not work.")
  }

  @Test("an error has a sentence for users, and says whether they have to log in", .feature("F41"))
  func messages() {
    let request = TransportRequest(url: URL.api("/todos?token=\(Canary.secret)"))
    func status(_ status: Int) -> NetworkRequestError {
      NetworkRequestError(status: NetworkResponse(status: status, request: request))
    }
    let expected: [(NetworkRequestError, String, Bool)] = [
      (status(401), "You have to log in.", true),
      (status(404), "This does not exist, or no longer exists.", false),
      (status(503), "The server has a problem. Try again later.", false),
      (status(429), "There are too many requests. Try again in a moment.", false),
      (.deadlineExceeded(.seconds(1)), "The server did not answer in time. Try again later.", false),
      (
        .urlSessionFailed(TransportFailure(.timedOut)), "The server did not answer in time. Try again later.",
        false
      ),
      (
        .urlSessionFailed(TransportFailure(.notConnectedToInternet)),
        "There is no connection to the internet.",
        false
      ),
      (
        .urlSessionFailed(TransportFailure(.cannotConnectToHost)),
        "The server cannot be reached. Check the connection and try again.", false
      ),
      (
        .urlSessionFailed(TransportFailure(.dataLengthExceedsMaximum)),
        "The server sent something unexpected.",
        false
      ),
      (
        .urlSessionFailed(TransportFailure(.httpTooManyRedirects)), "The server sent something unexpected.",
        false
      ),
      (.urlSessionFailed(TransportFailure(.resourceUnavailable)), "This did not work.", false),
      (.authenticationFailed(AuthenticationFailure(.noToken)), "You have to log in.", true),
      (
        .authenticationFailed(AuthenticationFailure(.tokenRefused(OAuthError(.invalidGrant)))),
        "You have to log in.", true
      ),
      (
        .authenticationFailed(AuthenticationFailure(.tokenRefused(OAuthError(.serverError)))),
        "You could not be logged in. Try again later.", false
      ),
    ]
    for (error, message, needsLogin) in expected {
      #expect(error.userMessage == message)
      #expect(error.needsLogin == needsLogin)
      #expect(!Canary.isHeard(in: error.userMessage))
    }
    #expect(NetworkRequestError.Kind.allCases.allSatisfy { $0.rawValue == "\($0)" })
  }
}

extension Endpoint where ReturnType == [String] {
  fileprivate static var headlines: Endpoint { .get("/headlines") }
}

extension Endpoint where ReturnType == Todo {
  fileprivate static var absent: Endpoint { .get("/absent") }
}
