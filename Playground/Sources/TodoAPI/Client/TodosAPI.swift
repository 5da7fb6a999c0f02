import Requisite

/// What can be done with todos. Code that takes an `any TodosAPI` can be given a client, or a stand-in in a test.
public protocol TodosAPI: Sendable {
  /// Looks for todos.
  func todos(_ request: FindTodos) async throws(NetworkRequestError) -> Page<Todo>
  /// Finds one.
  func todo(_ id: Todo.ID) async throws(NetworkRequestError) -> Todo
  /// Adds one, and returns it with its id.
  func add(_ todo: NewTodo) async throws(NetworkRequestError) -> Todo
  /// Changes one, and returns it as it is now.
  func update(_ id: Todo.ID, _ changes: TodoChanges) async throws(NetworkRequestError) -> Todo
  /// Removes one.
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
