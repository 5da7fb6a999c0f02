import ArgumentParser
import Requisite
import TodoAPI

/// `todos add "Sow the cress" --user 1`
struct AddCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a todo.", usage: "todos add <title> [<options>]")

  @Argument(help: "What is to be done.")
  var title: String

  @Option(help: ArgumentHelp("The user it belongs to.", valueName: "id"))
  var user: User.ID = 1

  @Flag(help: "It is done already.")
  var done = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try TitleRule.check(title)
  }

  private var todo: NewTodo {
    NewTodo(userId: user, title: title, completed: done)
  }

  var writes: Bool { true }

  var requests: [any Request] { [AddTodo(body: todo)] }

  func run(with client: APIClient, on console: Console) async throws {
    let added = try await client.dispatch(AddTodo(body: todo))
    guard !shared.json else { return try console.printJSON(added) }
    try console.print(added, "Added")
  }
}
