import Requisite
import Testing
import TodoAPI

@Suite struct TodosAPITests {
  @Test("a todo is added, found, changed and deleted", .feature("E20"))
  func life() async throws {
    try await withClient { client in
      let added = try await client.add(NewTodo(userId: 4, title: "Sow the cress"))
      #expect(added == Todo(id: 201, userId: 4, title: "Sow the cress", completed: false))

      let changed = try await client.update(added.id, TodoChanges(completed: true))
      #expect(changed == Todo(id: 201, userId: 4, title: "Sow the cress", completed: true))
      let found = try await client.todo(added.id)
      #expect(found == changed)

      try await client.deleteTodo(added.id)
      await #expect { try await client.todo(added.id) } throws: { error in
        if case .notFound = error as? NetworkRequestError { true } else { false }
      }
    }
  }

  @Test("search terms are escaped in the query, and nil is left out", .feature("E20", "E4"))
  func search() async throws {
    try await withClient { client in
      _ = try await client.add(NewTodo(userId: 1, title: "a+b & c = d?"))
      let page = try await client.todos(FindTodos(TodoFilter(completed: false, text: "+b & c =")))
      #expect(page.elements.map(\.id) == [201])
      #expect(page.total == nil)
    }
  }

  @Test("a custom return type is made of the body and the header fields", .feature("D8"))
  func pages() async throws {
    try await withClient { client in
      let order = [TodoOrder(.user, isDescending: true), TodoOrder(.id)]
      let page = try await client.todos(FindTodos(sortedBy: order, page: 2, limit: 3))
      #expect(page.elements.map(\.id) == [184, 185, 186])
      #expect(page.total == 200)
    }
  }

  @Test("code that needs todos can use a substitute for the API", .feature("D29"))
  func standIn() async throws {
    #expect(try await nextTitle(from: OneTodo()) == "Stand in")
    try await withClient { client in
      _ = try await client.update(2, TodoChanges(title: "By a client"))
      #expect(try await nextTitle(from: client) == "By a client")
    }
  }

  /// What a view would do with either.
  private func nextTitle(from api: any TodosAPI) async throws -> String? {
    try await api.todos(FindTodos(TodoFilter(completed: false))).elements.first?.title
  }
}

/// Knows one todo, and changes nothing.
private struct OneTodo: TodosAPI {
  let todo = Todo(id: 1, userId: 1, title: "Stand in", completed: false)

  func todos(_ request: FindTodos) -> Page<Todo> { Page([todo], total: 1) }
  func todo(_ id: Todo.ID) -> Todo { todo }
  func add(_ new: NewTodo) -> Todo { todo }
  func update(_ id: Todo.ID, _ changes: TodoChanges) -> Todo { todo }
  func deleteTodo(_ id: Todo.ID) {}
}
