import ArgumentParser
import Requisite
import TodoAPI

/// `todos delete 3 5`
struct DeleteCommand: TodoCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete todos.")

  @Argument(help: "The ids of the todos.")
  var ids: [Todo.ID]

  @OptionGroup var shared: SharedOptions

  var writes: Bool { true }

  var requests: [any Request] { ids.map(DeleteTodo.init) }

  /// Deletes one todo after the other, so that the output lists those that were deleted before a failure.
  func run(with client: APIClient, on console: Console) async throws {
    for id in ids {
      try await client.dispatch(DeleteTodo(id: id))
      if !shared.json { try console.print("Deleted \(id)") }
    }
    if shared.json { try console.printJSON(["deleted": ids]) }
  }
}
