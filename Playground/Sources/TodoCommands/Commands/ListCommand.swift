import ArgumentParser
import Requisite
import TodoAPI

/// `todos list --user 2 --open --search train --sort title --page 2`
struct ListCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List todos, a page at a time.",
    usage: "todos list [<options>]")

  @Option(help: ArgumentHelp("Only those of the user with this id.", valueName: "id"))
  var user: User.ID?

  @Flag(exclusivity: .exclusive, help: "Only those that are not done, or only those that are.")
  var state: State?

  @Option(help: ArgumentHelp("Only those with this text in them.", valueName: "text"))
  var search: String?

  @Option(help: ArgumentHelp("The page, counted from 1.", valueName: "number"))
  var page = 1

  @Option(help: ArgumentHelp("How many todos a page holds.", valueName: "number"))
  var limit = 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Sort by id, user, title or done; -title for the reverse.", valueName: "keys"),
    transform: SortOption.init)
  var sort: SortOption?

  @OptionGroup var shared: SharedOptions

  enum State: String, EnumerableFlag {
    case open, done
  }

  func validate() throws {
    guard page > 0 else { throw ValidationError("--page must be at least 1, not \(page).") }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1, not \(limit).") }
  }

  private var todos: FindTodos {
    FindTodos(
      TodoFilter(userId: user, completed: state.map { $0 == .done }, text: search),
      sortedBy: sort?.order ?? [], page: page, limit: limit)
  }

  var requests: [any Request] { [todos, FindUsers()] }

  func run(with client: APIClient, on console: Console) async throws {
    let (found, users) = try await client.values(of: todos, FindUsers())
    guard !shared.json else { return try console.printJSON(found.elements) }
    if !found.elements.isEmpty { try console.print(Table(found.elements, of: users, style: console.style)) }
    console.note(summary(of: found))
  }

  private func summary(of found: Page<Todo>) -> String {
    let total = found.total ?? found.elements.count
    let pages = (total + limit - 1) / limit
    let count = total == 1 ? "1 todo" : "\(total) todos"
    guard total > 0 else { return "No todo matches." }
    guard page <= pages else { return "There is no page \(page): \(count) in all, pages: \(pages)." }
    guard pages > 1 else { return count }
    return "\(count), page \(page) of \(pages)" + (page < pages ? "; --page \(page + 1) for more" : "")
  }
}
