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

  /// What `--curl` prints. A request that depends on the reply to another is not among them.
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
        return try await run(with: .todos(in: environment), on: console)
      }
      try await PlaceholderServer.run { server in
        console.note("Embedded server at \(server.baseURL); its data ends with this command.")
        try await run(with: .todos(in: .local(port: server.port)), on: console)
      }
    } catch let error as NetworkRequestError {
      throw console.report(Failure(error))
    }
  }

  private func printCurl(on console: Console) async throws {
    let environment = shared.environment ?? .placeholder
    if shared.server == nil { console.note("For \(environment). Give --server for another.") }
    let client = APIClient.todos(in: environment)
    for request in requests { console.print(try await client.curlCommand(for: request)) }
  }
}

extension APIClient {
  /// A client whose calls end: nobody waits longer than that at a prompt.
  fileprivate static func todos(in environment: APIEnvironment) -> APIClient {
    APIClient(environment: environment, options: RequestOptions(deadline: .seconds(30)))
  }
}
