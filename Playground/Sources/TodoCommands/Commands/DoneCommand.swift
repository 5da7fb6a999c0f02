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
    var (changed, failures) = ([Todo](), [Failure]())
    for result in await client.results(of: updates) {
      switch result {
      case .success(let todo): changed.append(todo)
      case .failure(let error): failures.append(Failure(error))
      }
    }
    // What is done is said, also if something else failed.
    if shared.json { try console.printJSON(changed) }
    if !shared.json { for todo in changed { try console.print(todo, undo ? "Reopened" : "Done") } }
    if let first = failures.first {
      throw Failure(failures.map(\.message).joined(separator: "; "), first.status)
    }
  }
}
