import ArgumentParser
import Requisite
import TodoAPI

/// `todos done 3 5 8`, in concurrent requests.
struct DoneCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Mark todos as done.",
    usage: "todos done <ids> ... [<options>]")

  @Argument(help: "The ids of the todos.")
  var ids: [Todo.ID]

  @Flag(help: "Mark them as not done.")
  var undo = false

  @OptionGroup var shared: SharedOptions

  private var updates: [any Request<Todo>] {
    ids.map { UpdateTodo(id: $0, body: TodoChanges(completed: !undo)) }
  }

  var writes: Bool { true }

  var requests: [any Request] { updates }

  func run(with client: APIClient, on console: Console) async throws {
    let changed = try await client.dispatch(all: updates)
    guard !shared.json else { return try console.printJSON(changed) }
    for todo in changed { console.print(todo, undo ? "Reopened" : "Done") }
  }
}
