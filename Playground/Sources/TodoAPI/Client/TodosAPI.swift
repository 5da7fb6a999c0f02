import Requisite

/// The operations on todos. Code that takes an `any TodosAPI` works with a client, and with a stand-in in a test.
public protocol TodosAPI: Sendable {
  /// Finds the todos that a request selects.
  func todos(_ request: FindTodos) async throws(NetworkRequestError) -> Page<Todo>
  /// Finds one todo. Throws `notFound` if it does not exist.
  func todo(_ id: Todo.ID) async throws(NetworkRequestError) -> Todo
  /// Adds a todo, and returns it with its id.
  func add(_ todo: NewTodo) async throws(NetworkRequestError) -> Todo
  /// Changes a todo, and returns all of it after the change.
  func update(_ id: Todo.ID, _ changes: TodoChanges) async throws(NetworkRequestError) -> Todo
  /// Deletes a todo.
  func deleteTodo(_ id: Todo.ID) async throws(NetworkRequestError)
}

extension APIClient: TodosAPI {
  public func todos(_ request: FindTodos = FindTodos()) async throws(NetworkRequestError) -> Page<Todo> {
    try await dispatch(request)
  }

  public func todo(_ id: Todo.ID) async throws(NetworkRequestError) -> Todo {
    try await dispatch(FindTodo(id: id))
  }

  public func add(_ todo: NewTodo) async throws(NetworkRequestError) -> Todo {
    try await dispatch(AddTodo(body: todo))
  }

  public func update(_ id: Todo.ID, _ changes: TodoChanges) async throws(NetworkRequestError) -> Todo {
    try await dispatch(UpdateTodo(id: id, body: changes))
  }

  public func deleteTodo(_ id: Todo.ID) async throws(NetworkRequestError) {
    try await dispatch(DeleteTodo(id: id))
  }
}
