import ArgumentParser
import Requisite
import TodoAPI

/// `todos` without a command: the first open todos, and the other commands.
struct OverviewCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "overview", abstract: "The first open todos.",
    usage: "todos [<command>] [<options>]", shouldDisplay: false, helpNames: [])

  /// The words of a command that does not exist, with its options.
  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var words: [String] = []

  @OptionGroup var shared: SharedOptions

  mutating func run() async throws {
    guard let word = words.first else { return try await runAsProcess() }
    if ["-h", "--help"].contains(word) { throw CleanExit.helpRequest(self) }
    let kind = word.hasPrefix("-") ? "an option" : "a command"
    let commands = Todos.configuration.subcommands.compactMap { $0.configuration.commandName }
    if commands.contains(word) { return try await runCommand(after: CommandLine.arguments.dropFirst()) }
    let guess = word.nearest(of: commands).map { " Did you mean “\($0)”?" } ?? ""
    throw Console.standard.report(
      Failure("“\(word)” is not \(kind).\(guess) `todos --help` lists all.", .usage))
  }

  /// Runs the command that follows options, as in `todos --server URL list`: the arguments before it belong to it.
  private func runCommand(after arguments: ArraySlice<String>) async throws {
    let ordered = words.prefix(1) + arguments.dropLast(words.count) + words.dropFirst()
    var command = try Todos.parseAsRoot(Array(ordered))
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  private var search: FindTodos {
    FindTodos(TodoFilter(completed: false), page: 1, limit: 10)
  }

  var requests: [any Request] { [search, FindUsers()] }

  func run(with client: APIClient, on console: Console) async throws {
    let (page, users) = try await client.values(of: search, FindUsers())
    guard !shared.json else { return try console.printJSON(page.elements) }
    try console.print(Table(page.elements, of: users, style: console.style))
    try console.print("")
    try console.print(
      "\(page.elements.count) of \(page.total ?? page.elements.count) open todos. More commands:")
    for (command, purpose) in Self.hints {
      let space = String(repeating: " ", count: 38 - command.count)
      try console.print("  \(command)\(space)\(console.style.dim(purpose))")
    }
    if Self.isBuiltInPlace {
      try console.print(console.style.dim("todos is: swift run --package-path Playground todos"))
    }
  }

  /// True if the program was started from the build folder, so that the shell does not know it as `todos`.
  private static var isBuiltInPlace: Bool {
    CommandLine.arguments.first?.contains(".build/") ?? false
  }

  private static let hints = [
    ("todos list --user 2 --search train", "find other todos"),
    ("todos show 7", "one todo in detail"),
    ("todos add \"Sow the cress\" --user 1", "add, done, rename, delete: change todos"),
    ("todos list --open --curl", "the request as a curl command"),
    ("todos export --output todos.jsonl", "all todos, one per line"),
    ("todos list --timeline", "where the time of a call goes"),
    ("todos serve", "run a server, for --server URL"),
    ("todos --help", "all commands and options"),
  ]
}
