import ArgumentParser
import PlaceholderServer

/// `todos serve --port 8080`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the embedded server until Control-C is pressed.")

  @Option(help: ArgumentHelp("The port; a free port by default.", valueName: "number"))
  var port: UInt16 = 0

  @Flag(help: "Fail each request the first time, with a 503: what `--retries` is for.")
  var flaky = false

  @Option(help: ArgumentHelp("Wait before each response.", valueName: "seconds"))
  var delay: Double = 0

  func validate() throws {
    guard (0...3_600).contains(delay) else {
      throw ValidationError("--delay must be from 0 to 3600 seconds, not \(delay).")
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let server = try await PlaceholderServer.start(port: port, isFlaky: flaky, delay: .seconds(delay))
      try console.print(server.baseURL.absoluteString)
      console.note("Try: todos list --server \(server.baseURL) (Control-C stops it)")
      await withTaskCancellationHandler {
        await server.waitUntilStopped()
      } onCancel: {
        Task { await server.stop() }
      }
    } catch let failure as Failure {
      throw console.report(failure)
    } catch {
      throw console.report(Failure(error.localizedDescription, .noResponse))
    }
  }
}
