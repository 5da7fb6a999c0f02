import ArgumentParser
import Requisite
import TodoAPI

/// `todos rename 7 "Water the mint"`
struct RenameCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a todo another title.")

  @Argument(help: "The todo's id.")
  var id: Todo.ID

  @Argument(help: "The new title.")
  var title: String

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try TitleRule.check(title)
  }

  var writes: Bool { true }

  private var update: UpdateTodo { UpdateTodo(id: id, body: TodoChanges(title: title)) }

  var requests: [any Request] { [update] }

  func run(with client: APIClient, on console: Console) async throws {
    let renamed = try await client.dispatch(update)
    guard !shared.json else { return try console.printJSON(renamed) }
    try console.print(renamed, "Renamed")
  }
}
