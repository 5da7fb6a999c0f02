import ArgumentParser
import PlaceholderServer

/// `todos serve --port 8080`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the embedded server until Control-C is pressed.")

  @Option(help: ArgumentHelp("The port; a free port by default.", valueName: "number"))
  var port: UInt16 = 0

  func run() async throws {
    let console = Console.standard
    do {
      let server = try await PlaceholderServer.start(port: port)
      console.print(server.baseURL.absoluteString)
      console.note("Try: todos list --server \(server.baseURL) (Control-C stops it)")
      await withTaskCancellationHandler {
        await server.waitUntilStopped()
      } onCancel: {
        Task { await server.stop() }
      }
    } catch {
      throw console.report(Failure(error.localizedDescription, .noResponse))
    }
  }
}
