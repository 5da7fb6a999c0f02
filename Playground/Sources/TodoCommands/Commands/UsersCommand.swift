import ArgumentParser
import Requisite
import TodoAPI

/// `todos users`
struct UsersCommand: TodoCommand {
  static let configuration = CommandConfiguration(commandName: "users", abstract: "List the users.")

  @OptionGroup var shared: SharedOptions

  var requests: [any Request] { [FindUsers()] }

  func run(with client: APIClient, on console: Console) async throws {
    let users = try await client.dispatch(FindUsers())
    guard !shared.json else { return try console.printJSON(users) }
    try console.print(Table(users, style: console.style))
  }
}
