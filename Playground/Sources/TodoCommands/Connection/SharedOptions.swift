import ArgumentParser
import Requisite
import TodoAPI

/// What every command that calls a server can be told.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The server to call; one of its own where none is given.", valueName: "url"))
  var server: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print the request as a curl command, and send nothing.")
  var curl = false

  @Flag(help: "Tell of every request and its answer.")
  var verbose = false

  /// Where the calls go: the embedded server is not known yet, so there nil is returned.
  var environment: APIEnvironment? {
    server.map { APIEnvironment(baseURL: $0) }
  }
}
