import Requisite
import TodoAPI

/// An API as one enum, as in Moya, with two differences: the return type is part of a case's type, so no response is
/// decoded twice; and a case that needs a body cannot be made without one.
enum TodoEndpoints {
  static func list(of user: User.ID, page: Int = 1) -> Endpoint<[Todo]> {
    .get("/todos", query: ["userId": user, "_page": page])
  }

  static func show(_ id: Todo.ID) -> Endpoint<Todo> { .get("/todos/\(id)") }
  static func add(_ todo: NewTodo) -> Endpoint<Todo> { .post("/todos", body: .json(todo)) }
  static func delete(_ id: Todo.ID) -> Endpoint<Void> { .delete("/todos/\(id)") }
  static func title(of id: Todo.ID) -> Endpoint<String> { show(id).map(\.title) }
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
  print("\(try await client.dispatch(TodoEndpoints.list(of: 2)).count) todos on the first page of user 2")
  let added = try await client.dispatch(TodoEndpoints.add(NewTodo(userId: 2, title: "Sow the cress")))
  print(try await client.dispatch(TodoEndpoints.title(of: added.id)))
  try await client.dispatch(TodoEndpoints.delete(added.id))

  let response = try await client.dispatch(TodoTarget.add(NewTodo(userId: 2, title: "Wax the sledge")))
  print("\(response.status) \(try response.decoded(as: Todo.self).title)")
}
