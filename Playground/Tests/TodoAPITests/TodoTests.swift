import Requisite
import Testing
import TodoAPI

@Suite(.timeLimit(.minutes(1))) struct TodoTests {
  @Test("a todo is added, found, changed and deleted", .feature("E20"))
  func life() async throws {
    try await withClient { client in
      let added = try await client.dispatch(AddTodo(body: NewTodo(userId: 4, title: "Sow the cress")))
      #expect(added == Todo(id: 201, userId: 4, title: "Sow the cress", completed: false))

      let changed = try await client.dispatch(UpdateTodo(id: added.id, body: TodoChanges(completed: true)))
      #expect(changed == Todo(id: 201, userId: 4, title: "Sow the cress", completed: true))
      let found = try await client.dispatch(FindTodo(id: added.id))
      #expect(found == changed)

      try await client.dispatch(DeleteTodo(id: added.id))
      await #expect { try await client.dispatch(FindTodo(id: added.id)) } throws: { error in
        if case .notFound = error as? NetworkRequestError { true } else { false }
      }
    }
  }

  @Test("search terms are escaped in the query, and nil is left out", .feature("E20", "E4"))
  func search() async throws {
    try await withClient { client in
      _ = try await client.dispatch(AddTodo(body: NewTodo(userId: 1, title: "a+b & c = d?")))
      let page = try await client.dispatch(FindTodos(TodoFilter(completed: false, text: "+b & c =")))
      #expect(page.elements.map(\.id) == [201])
      #expect(page.total == nil)
    }
  }

  @Test("a custom return type is made of the body and the header fields", .feature("D8"))
  func pages() async throws {
    try await withClient { client in
      let order = [TodoOrder(.user, isDescending: true), TodoOrder(.id)]
      let page = try await client.dispatch(FindTodos(sortedBy: order, page: 2, limit: 3))
      #expect(page.elements.map(\.id) == [184, 185, 186])
      #expect(page.total == 200)
    }
  }
}
