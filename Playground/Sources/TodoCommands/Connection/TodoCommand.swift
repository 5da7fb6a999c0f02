import ArgumentParser
import PlaceholderServer
import Requisite
import TodoAPI

/// A command that calls a server.
///
/// It says which requests it begins with and what it does with a client. Where the client comes from, what `--curl`
/// does and how a failure ends the process is the same for all, and stands here.
protocol TodoCommand: AsyncParsableCommand {
  var shared: SharedOptions { get }

  /// What `--curl` prints. A request that depends on the response to another is not among them.
  var requests: [any Request] { get }

  /// Does the work, and prints it.
  func run(with client: APIClient, on console: Console) async throws
}

extension TodoCommand {
  mutating func run() async throws {
    try await perform(on: .standard)
  }

  func perform(on console: Console) async throws {
    do {
      if shared.curl { return try await printCurl(on: console) }
      if let environment = shared.environment {
        return try await run(with: client(in: environment, console), on: console)
      }
      try await PlaceholderServer.run { server in
        console.note("Embedded server at \(server.baseURL); its data ends with this command.")
        try await run(with: client(in: .local(port: server.port), console), on: console)
      }
    } catch let error as NetworkRequestError {
      throw console.report(Failure(error))
    }
  }

  private func printCurl(on console: Console) async throws {
    let environment = shared.environment ?? .placeholder
    if shared.server == nil { console.note("For \(environment). Give --server for another.") }
    let client = client(in: environment, console)
    for request in requests { console.print(try await client.curlCommand(for: request)) }
  }

  /// A client whose calls end: nobody waits longer than that at a prompt.
  private func client(in environment: APIEnvironment, _ console: Console) -> APIClient {
    var transport = environment.transport
    if shared.verbose { transport = transport.logged(to: ConsoleSink(console: console)) }
    return APIClient(
      environment: environment, networkDispatcher: NetworkDispatcher(transport: transport),
      options: RequestOptions(deadline: .seconds(30)))
  }
}
