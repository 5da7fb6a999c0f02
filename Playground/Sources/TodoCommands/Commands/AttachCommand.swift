import ArgumentParser
import Foundation
import Requisite
import TodoAPI

/// `todos attach plan.pdf --to 7`
struct AttachCommand: TodoCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Upload a file for a todo.",
    usage: "todos attach <file> --to <id> [<options>]",
    discussion: "The file is read while it is sent. The embedded server keeps its name and size, up to 32 MB."
  )

  @Argument(help: "The file.")
  var file: String

  @Option(help: ArgumentHelp("The todo that the file is for.", valueName: "id"))
  var to: Todo.ID

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw ValidationError("There is no file at \(file).")
    }
    guard !isFolder.boolValue else { throw ValidationError("\(file) is a folder, not a file.") }
  }

  var writes: Bool { true }

  private var url: URL { URL(fileURLWithPath: file) }

  var requests: [any Request] { [AttachFile(url, to: to)] }

  func run(with client: APIClient, on console: Console) async throws {
    let progress = ProgressLine(url.lastPathComponent, on: console)
    defer { progress.clear() }
    let upload = AttachFile(url, to: to) { progress.show($0.bytesSent, of: $0.bytesToSend) }
    let attachment = try await send(upload, with: client)
    progress.clear()
    guard !shared.json else { return try console.printJSON(attachment) }
    let size = ProgressBar.Unit.bytes.text(Int64(attachment.bytes))
    try console.print("Attached \(attachment.name.printable) (\(size)) to todo \(attachment.todoId)")
  }

  /// A 404 can mean that the todo is missing, or that the server takes no files.
  private func send(_ upload: AttachFile, with client: APIClient) async throws -> Attachment {
    do { return try await client.dispatch(upload) } catch NetworkRequestError.notFound {
      _ = try await client.dispatch(FindTodo(id: to))
      throw Failure("\(client.environment.baseURL) takes no files; `todos serve` does", .notFound)
    }
  }
}
