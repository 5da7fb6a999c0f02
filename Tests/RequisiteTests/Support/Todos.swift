import RequisiteTesting

struct Todo: Codable, Sendable, Equatable {
  var id = 1
  var title = "Test"
  var completed = false
}

struct GetTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}

struct GetTodo: Request {
  typealias ReturnType = Todo
  let id: Int
  var path: RequestPath { "/todos/\(id)" }
}

struct AddTodo: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: Todo
}

/// The events of `/watch`.
struct Watch: Request {
  typealias ReturnType = ServerSentEvents
  let path = "/watch"
  var options = RequestOptions()
}

/// The lines of `/log`.
struct ReadLog: Request {
  typealias ReturnType = Lines
  let path = "/log"
  var options = RequestOptions()
}

/// Anything decodable from `/value`, with a key path and options.
struct Fetch<Value: Decodable & Sendable>: Request {
  typealias ReturnType = Value
  let path = "/value"
  var keyPath = ""
  var options = RequestOptions()
}

extension APIClient {
  /// A client of `https://api.test` that sends through `transport`.
  static func testing(
    _ transport: any Transport, clock: CallClock = .continuous, coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) -> APIClient {
    APIClient(
      baseURL: "https://api.test",
      networkDispatcher: NetworkDispatcher(transport: transport, clock: clock), coders: coders,
      options: options)
  }

  /// A client that gets `response` to every request.
  static func answering(_ response: StubResponse) -> APIClient {
    .testing(StubTransport { On.any().respond(response) })
  }

  /// The error that a request fails with.
  func failure(of request: some Request) async throws -> NetworkRequestError {
    do { _ = try await dispatch(request) } catch { return error }
    throw DidNotFail()
  }
}

extension NetworkRequestError {
  /// The code of the transport's failure.
  var code: TransportFailure.Code? {
    if case .urlSessionFailed(let failure) = self { failure.code } else { nil }
  }

  /// Why a decoding error is one.
  var decodingFailure: DecodingFailure? {
    if case .decodingError(let failure) = self { failure } else { nil }
  }
}

struct DidNotFail: Error {}

/// What code of a user's own throws.
struct Broken: Error, Equatable {}

/// Lines added by any task.
final class Log: Sendable {
  private let store = Locked<[String]>([])
  var lines: [String] { store.withLock { $0 } }
  func add(_ line: String) { store.withLock { $0.append(line) } }
}
