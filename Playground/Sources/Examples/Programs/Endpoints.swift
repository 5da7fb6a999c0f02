import Requisite
import TodoAPI

// An API as values, which a call names by a leading dot. As in Moya there is one place for all calls, with two
// differences: the return type is part of the type, so no response is decoded twice; and a call that needs a body cannot
// be made without one.

extension Endpoint where ReturnType == [Todo] {
  static func todos(of user: User.ID, page: Int = 1) -> Endpoint {
    get("/todos", query: ["userId": user, "_page": page])
  }
}

extension Endpoint where ReturnType == Todo {
  static func todo(_ id: Todo.ID) -> Endpoint { get("/todos/\(id)") }
  static func add(_ todo: NewTodo) -> Endpoint { post("/todos", body: todo) }
}

extension Endpoint where ReturnType == String {
  static func title(of id: Todo.ID) -> Endpoint { Endpoint<Todo>.todo(id).map(\.title) }
}

extension Endpoint where ReturnType == Void {
  static func delete(_ id: Todo.ID) -> Endpoint { delete("/todos/\(id)") }
}

/// The API as an enum with cases, for programs that need one list of all calls, such as a debug menu. Each case returns
/// the response.
enum TodoTarget: Request {
  typealias ReturnType = NetworkResponse

  case list(of: User.ID)
  case show(Todo.ID)
  case add(NewTodo)

  var path: RequestPath {
    switch self {
    case .list, .add: "/todos"
    case .show(let id): "/todos/\(id)"
    }
  }

  var method: HTTPMethod {
    switch self {
    case .list, .show: .get
    case .add: .post
    }
  }

  var queryParams: QueryParams {
    switch self {
    case .list(let user): ["userId": user]
    case .show, .add: [:]
    }
  }

  var body: NewTodo? {
    switch self {
    case .add(let todo): todo
    case .list, .show: nil
    }
  }
}

@Sendable func runEndpoints(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  let client = APIClient(baseURL: baseURL)
  print("\(try await client.dispatch(.todos(of: 2)).count) todos on the first page of user 2")
  let added = try await client.dispatch(.add(NewTodo(userId: 2, title: "Sow the cress")))
  print(try await client.dispatch(.title(of: added.id)))
  try await client.dispatch(.delete(added.id))

  let response = try await client.dispatch(TodoTarget.add(NewTodo(userId: 2, title: "Wax the sledge")))
  print("\(response.status) \(try response.decoded(as: Todo.self).title)")
}
