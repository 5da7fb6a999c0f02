import ArgumentParser
import Requisite
import TodoAPI

/// The options of every command that calls a server.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The server to call; an embedded one by default.", valueName: "url"))
  var server: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print the request as a curl command, and send nothing.")
  var curl = false

  @Flag(help: "Print each request and its response.")
  var verbose = false

  /// The environment of `--server`; nil without the option, because the embedded server is not running yet.
  func environment(over transport: any Transport) -> APIEnvironment? {
    server.map { APIEnvironment.named($0, over: transport) }
  }
}
