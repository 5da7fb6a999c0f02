#if canImport(Combine)
  import Requisite

  struct Todo: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var title: String
  }

  struct TodoPage: Codable, Equatable, Sendable {
    var items: [Todo]
  }

  struct FindTodos: Request {
    typealias ReturnType = TodoPage
    let path = "/todos"
  }

  struct AddTodo: Request {
    typealias ReturnType = Todo
    let path = "/todos"
    let method = HTTPMethod.post
    let body: Todo
  }
#endif
