import ArgumentParser
import Requisite
import RequisiteWebSocket
import TodoAPI

/// `todos watch --server http://127.0.0.1:8080`
struct WatchCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print the changes of todos as they happen, until Control-C is pressed.",
    usage: "todos watch [<options>]",
    discussion: """
      If the connection is lost, three more attempts are made, and the changes that were missed are printed; with --socket, they \
      are not.
      """)

  @Option(help: ArgumentHelp("Stop after this number of changes.", valueName: "number"))
  var count: Int?

  @Flag(help: "Use a WebSocket instead of server-sent events.")
  var socket = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard shared.server != nil || shared.curl else {
      throw ValidationError("--server is missing: name the server to watch. `todos serve` starts one.")
    }
    if let count, count < 1 { throw ValidationError("--count must be at least 1, not \(count).") }
  }

  var requests: [any Request] { socket ? [WatchTodosOnSocket()] : [WatchTodos()] }

  func run(with client: APIClient, on console: Console) async throws {
    do { try await watch(with: client, on: console) } catch NetworkRequestError.notFound {
      throw Failure("\(client.environment.baseURL) does not report changes; `todos serve` does", .notFound)
    }
  }

  private func watch(with client: APIClient, on console: Console) async throws {
    var left = count ?? .max
    guard socket else {
      let source = client.events(of: WatchTodos(), retrying: .exponential(attempts: 4))
      let notes = note(source.states, on: console)
      defer { notes.cancel() }
      for try await event in source {
        if let event = try TodoEvent(event) { try print(event, from: client, on: console, &left) }
        if left == 0 { return }
      }
      return
    }
    let source = client.sockets(of: WatchTodosOnSocket(), retrying: .exponential(attempts: 4))
    let notes = note(source.states, on: console)
    defer { notes.cancel() }
    for try await event in source {
      try print(event, from: client, on: console, &left)
      if left == 0 { return try await source.close() }
    }
  }

  /// Prints when the connection is lost and another one follows.
  private func note(_ states: AsyncStream<EventSource.ConnectionState>, on console: Console) -> Task<
    Void, Never
  > {
    Task {
      for await case .lost(_, let wait) in states {
        console.note("Offline; connecting again in \(wait.components.seconds + 1) s.")
      }
    }
  }

  private func print(
    _ event: TodoEvent, from client: APIClient, on console: Console, _ left: inout Int
  ) throws {
    guard let (word, todo) = event.change else {
      return console.note("Watching \(client.environment.baseURL); Control-C ends it.")
    }
    left -= 1
    guard shared.json else { return try console.print(todo, word) }
    try console.printJSONLine(WatchedTodo(change: word.lowercased(), todo: todo))
  }
}

/// A change in the form that `--json` prints.
private struct WatchedTodo: Encodable {
  let change: String
  let todo: Todo
}

extension TodoEvent {
  /// The word for the change, and the todo; nil for ``TodoEvent/watching``.
  fileprivate var change: (word: String, todo: Todo)? {
    switch self {
    case .watching: nil
    case .added(let todo): ("Added", todo)
    case .changed(let todo): ("Changed", todo)
    case .deleted(let todo): ("Deleted", todo)
    }
  }
}
