import Requisite

/// A todo as the placeholder service has it: 83 bytes of JSON.
struct Todo: Codable, Sendable {
  var userId = 1
  var id = 1
  var title = "delectus aut autem, and then some more"
  var completed = false
}

struct FindTodo: Request {
  typealias ReturnType = Todo
  let id: Int
  var path: RequestPath { "/todos/\(id)" }
}

struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
  var queryParams: QueryParams { ["userId": 1, "q": "hello world"] }
}

struct AddTodo: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: Todo
}

/// Answers every request with the same response: what remains is the library's own cost.
struct Answering: Transport {
  let data: Data
  var headers: HTTPHeaders = ["Content-Type": "application/json; charset=utf-8"]

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    TransportResponse(status: 200, headers: headers, url: request.url, body: .data(data))
  }
}

/// Gives others a turn before it answers, as all that speaks to a server does.
struct Suspending<Upstream: Transport>: Transport {
  let upstream: Upstream

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    await Task.yield()
    return try await upstream.send(request)
  }
}

/// A log that keeps nothing.
struct Dropping: CallObserver {
  func observe(_ event: CallEvent) {}
}
