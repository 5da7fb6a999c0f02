import Requisite
import Testing
import TodoAPI

@Suite(.timeLimit(.minutes(1))) struct WatchTests {
  @Test("changes arrive as messages of a WebSocket, and the server answers its close")
  func socket() async throws {
    try await withClient { client in
      let socket = try await client.dispatch(WatchTodosOnSocket())
      var events = socket.makeAsyncIterator()
      #expect(try await events.next() == .watching)
      let changed = try await client.dispatch(UpdateTodo(id: 7, body: TodoChanges(title: "Seven")))
      #expect(try await events.next() == .changed(changed))
      try await client.dispatch(DeleteTodo(id: 7))
      #expect(try await events.next() == .deleted(changed))
      try await socket.close()
    }
  }
}
