import RequisiteTesting

struct Todo: Codable, Sendable, Equatable {
  var id = 1
  var title = "Test"
  var completed = false
}

struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}

struct AddTodo: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: Todo
}

extension APIClient {
  static func testing(_ transport: any Transport, clock: CallClock = .continuous) -> APIClient {
    APIClient(
      baseURL: "https://api.test",
      networkDispatcher: NetworkDispatcher(transport: transport, clock: clock))
  }
}

extension NetworkRequestError {
  func cause<Failure: Error>(as type: Failure.Type) -> Failure? { underlyingError as? Failure }
}

func get(_ url: String, delivery: TransportRequest.Delivery = .buffered) throws -> TransportRequest {
  TransportRequest(url: try URL(string: url).unwrapped, delivery: delivery)
}

extension Optional {
  struct Nothing: Error {}
  var unwrapped: Wrapped {
    get throws {
      guard let self else { throw Nothing() }
      return self
    }
  }
}

extension Transport {
  /// The error that a GET of the path fails with.
  func failure(of path: String) async throws -> NetworkRequestError {
    let request = try get("https://api.test\(path)")
    do { _ = try await send(request) } catch { return error }
    throw Mismatch("\(path) did not fail")
  }
}

struct Mismatch: Error {
  let words: String
  init(_ words: String) { self.words = words }
}
