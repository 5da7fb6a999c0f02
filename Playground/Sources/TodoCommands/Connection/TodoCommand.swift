import ArgumentParser
import PlaceholderServer
import Requisite
import TodoAPI

/// A command that calls a server.
///
/// A command defines its first requests, and what it does with a client. The client, `--curl` and the exit code after a
/// failure are shared by all commands and defined here.
protocol TodoCommand: AsyncParsableCommand {
  var shared: SharedOptions { get }

  /// The requests that `--curl` prints, without those that depend on the response to another.
  var requests: [any Request] { get }

  /// True for commands that add, change or delete something on the server.
  var writes: Bool { get }

  /// Runs the command and prints the result.
  func run(with client: APIClient, on console: Console) async throws
}

extension TodoCommand {
  var writes: Bool { false }

  mutating func run() async throws {
    try await perform(on: .standard)
  }

  /// - Parameter transport: The transport for the server of `--server`; a recording in tests.
  func perform(on console: Console, over transport: any Transport = DefaultTransport.shared) async throws {
    do {
      let environment = shared.environment(over: transport)
      if shared.curl { return try await printCurl(for: environment, on: console) }
      if let environment {
        try await run(with: client(in: environment, console), on: console)
        if writes, environment.forgetsWrites { console.note(Self.forgotten) }
        return
      }
      try await PlaceholderServer.run { server in
        console.note("Embedded server at \(server.baseURL); its data ends with this command.")
        try await run(with: client(in: .local(port: server.port), console), on: console)
      }
    } catch let error as NetworkRequestError {
      throw console.report(Failure(error))
    } catch let failure as Failure {
      throw console.report(failure)
    }
  }

  private static var forgotten: String {
    "JSONPlaceholder answers as if this were done, and forgets it: nothing has changed there."
  }

  private func printCurl(for named: APIEnvironment?, on console: Console) async throws {
    let environment = named ?? .placeholder
    if shared.server == nil { console.note("For \(environment). Give --server for another.") }
    let client = client(in: environment, console)
    for request in requests { console.print(try await client.curlCommand(for: request)) }
  }

  /// Makes a client whose calls end within 30 seconds, because a person waits at the prompt.
  private func client(in environment: APIEnvironment, _ console: Console) -> APIClient {
    var transport = environment.transport
    if shared.verbose { transport = transport.logged(to: ConsoleSink(console: console)) }
    return APIClient(
      environment: environment, networkDispatcher: NetworkDispatcher(transport: transport),
      options: RequestOptions(deadline: .seconds(30)))
  }
}
