import ArgumentParser
import Foundation
import Requisite
import TodoAPI

/// `todos export --output todos.jsonl`
struct ExportCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the todos as lines of JSON, page after page.",
    usage: "todos export [<options>]",
    discussion: "One page at a time is in memory, however many todos there are.")

  @Option(help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @Option(help: ArgumentHelp("How many todos to request at once.", valueName: "number"))
  var pageSize = 50

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard pageSize > 0 else {
      throw ValidationError("--page-size must be at least 1, not \(pageSize).")
    }
  }

  private var firstPage: FindTodos { FindTodos(page: 1, limit: pageSize) }

  var requests: [any Request] { [firstPage] }

  func run(with client: APIClient, on console: Console) async throws {
    guard let output else {
      _ = try await export(from: client) { page, _ in
        for todo in page.elements { try console.printJSONLine(todo) }
      }
      return
    }
    let file = try OutputFile(output, replacing: force)
    let progress = ProgressLine(output, .count("todos"), on: console)
    do {
      let count = try await export(from: client) { page, done in
        for todo in page.elements { try file.write(Console.jsonLine(todo) + Data("\n".utf8)) }
        progress.show(Int64(done), of: page.total.map(Int64.init))
      }
      try file.finish()
      progress.clear()
      console.note("\(count) todos in \(output)")
    } catch {
      progress.clear()
      file.discard()
      throw error
    }
  }

  /// Reads all pages, one after the other, and returns the number of todos.
  private func export(
    from client: APIClient, _ write: (_ page: Page<Todo>, _ done: Int) throws -> Void
  ) async throws -> Int {
    var count = 0
    for try await page in client.pages(of: firstPage) {
      count += page.value.elements.count
      try write(page.value, count)
    }
    return count
  }
}
