import ArgumentParser
import Requisite
import TodoAPI

/// `todos show 7`
struct ShowCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one todo, and whose it is.")

  @Argument(help: "The todo's id.")
  var id: Todo.ID

  @OptionGroup var shared: SharedOptions

  var requests: [any Request] { [FindTodo(id: id)] }

  func run(with client: APIClient, on console: Console) async throws {
    let todo = try await client.dispatch(FindTodo(id: id))
    guard !shared.json else { return try console.printJSON(todo) }
    let user = try await client.dispatch(FindUser(id: todo.userId))
    let lines = [
      ("Title", todo.title), ("Done", todo.completed ? "yes" : "no"), ("User", "\(user.name) (\(user.id))"),
      ("Email", user.email), ("City", user.address.city), ("Company", user.company.name),
    ]
    try console.print(console.style.bold("Todo \(todo.id)"))
    for (name, value) in lines {
      let space = String(repeating: " ", count: 9 - name.count)
      try console.print(console.style.dim(name) + space + value.printable)
    }
  }
}
