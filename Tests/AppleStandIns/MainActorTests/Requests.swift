// The requests of an app whose module has the main actor as its default isolation, as in Xcode's template. Types that
// are encoded, decoded or sent, and what they use, are nonisolated.
import Requisite

nonisolated struct Todo: Codable, Identifiable, Hashable {
  var id: Int?
  var title: String
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

struct SearchTodos: Request {
  typealias ReturnType = [Todo]
  let text: String
  let path = "/search"
  var queryParams: QueryParams { ["q": text.trimmed] }
}

struct WatchTodos: Request {
  typealias ReturnType = ServerSentEvents
  let path = "/events"
}

struct ExportTodos: Request {
  typealias ReturnType = DownloadedFile
  let path = "/export"
}

/// A protocol of the app's own, whose extension has parts of its requests.
nonisolated protocol TodoRequest: Request {
  var id: Int { get }
}

nonisolated extension TodoRequest {
  var path: RequestPath { "/todos/\(id)" }
  var headers: HTTPHeaders { [.client: "app"] }
}

struct FindTodo: TodoRequest {
  typealias ReturnType = Todo
  let id: Int
}

struct DeleteTodo: TodoRequest {
  typealias ReturnType = Void
  let id: Int
  let method = HTTPMethod.delete
}

/// A type that becomes a request later.
nonisolated struct CountTodos {
  var path: String { "/todos/count" }
}

extension CountTodos: Request {
  typealias ReturnType = Int
  nonisolated var keyPath: String { "count" }
}

extension Endpoint where ReturnType == [Todo] {
  static let all = get("/todos")
  static func search(_ text: String) -> Endpoint { get("/search", query: ["q": text]) }
}

extension APIEnvironment {
  static let test = APIEnvironment(name: "Test", baseURL: "https://api.example.com")
}

nonisolated extension HTTPHeaderName {
  static let client = HTTPHeaderName("X-Client")
}

private enum TenantKey: RequestOptionKey { static let defaultValue = "none" }

nonisolated extension RequestOptions {
  var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
}

nonisolated extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

/// A layer of the app's own, which reads its option.
struct TenantTransport: Transport {
  let upstream: any Transport

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    request.headers["X-Tenant"] = request.options.tenant
    return try await upstream.send(request)
  }
}
