import ArgumentParser
import Foundation
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

  @Flag(help: "Print the header fields of each request and its response.")
  var headers = false

  @Flag(help: "Print the waterfall of each call: attempts, waits, and the phases of each exchange.")
  var timeline = false

  @Option(
    help: ArgumentHelp(
      "Write each exchange to a HAR file, for a browser's developer tools.", valueName: "file"))
  var har: String?

  @Option(help: ArgumentHelp("How long a call may take, its attempts included.", valueName: "seconds"))
  var timeout: Double = 30

  @Option(help: ArgumentHelp("How many more attempts a call makes if the server fails.", valueName: "number"))
  var retries = 2

  @Flag(name: .customLong("no-cache"), help: "Ask the server, whatever was stored.")
  var ignoresCache = false

  func validate() throws {
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout must be more than 0 seconds and at most a day, not \(timeout).")
    }
    guard retries >= 0 else { throw ValidationError("--retries must be at least 0, not \(retries).") }
  }

  /// Makes the client of an environment.
  ///
  /// - Throws: The error for a file of `--har` that cannot be written.
  func client(
    in environment: APIEnvironment, by connection: Connection, on console: Console
  ) throws -> APIClient {
    var options = RequestOptions(deadline: .seconds(timeout))
    if ignoresCache { options.cache = .reload }
    let archive = try har.map { try HARFile(URL(fileURLWithPath: $0)) }
    let environment = environment.layered { terminal in
      stack(on: archive.map { terminal.observed(by: $0) } ?? terminal, connection.cache, console)
    }
    let dispatcher = NetworkDispatcher(transport: environment.transport, clock: connection.clock)
    return APIClient(environment: environment, networkDispatcher: dispatcher, options: options)
  }

  private func stack(
    on transport: any Transport, _ cache: (any CacheStore)?, _ console: Console
  ) -> any Transport {
    var stack = StandardStack(on: transport)
    stack.cache = cache
    // Shorter waits than a server would choose: a person waits at the prompt.
    stack.retry = .exponential(from: .milliseconds(200), attempts: retries + 1)
    if verbose || headers {
      stack.log = ConsoleSink(console: console, style: headers ? .pretty(bodyLimit: 0) : .oneLine)
    }
    if timeline { stack.observer = TimelinePrinter(console: console) }
    return stack.transport.waiting(on: console)
  }
}
