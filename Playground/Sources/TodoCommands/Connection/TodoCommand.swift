import ArgumentParser
import Foundation
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
    try await runAsProcess()
  }

  /// Runs the command on the standard streams.
  func runAsProcess() async throws {
    let console = Console.standard
    // The embedded server has another address each time, so nothing that it answers is found again.
    let cache = shared.server == nil || shared.curl ? nil : TodoCache.store(console)
    do { try await perform(on: console, by: Connection(cache: cache)) } catch {
      await cache?.flush()
      throw error
    }
    await cache?.flush()
  }

  func perform(on console: Console, by connection: Connection) async throws {
    let named = shared.server.map { APIEnvironment.named($0, over: connection.transport) }
    do {
      if shared.curl { return try await printCurl(for: named, on: console) }
      guard let named else { return try await runOnEmbeddedServer(console) }
      try await run(with: try shared.client(in: named, by: connection, on: console), on: console)
      if writes, named.forgetsWrites { console.note(Self.forgotten) }
    } catch let error as NetworkRequestError {
      throw console.report(Failure(error))
    } catch let failure as Failure {
      throw console.report(failure)
    }
  }

  private static var forgotten: String {
    "JSONPlaceholder answers as if this were done, and forgets it: nothing has changed there."
  }

  private func runOnEmbeddedServer(_ console: Console) async throws {
    try await PlaceholderServer.run { server in
      console.note("Embedded server at \(server.baseURL); its data ends with this command.")
      let environment = APIEnvironment.local(port: server.port)
      try await run(with: try shared.client(in: environment, by: Connection(), on: console), on: console)
    }
  }

  private func printCurl(for named: APIEnvironment?, on console: Console) async throws {
    let environment = named ?? .placeholder
    if named == nil { console.note("For \(environment). Give --server for another.") }
    let client = try shared.client(in: environment, by: Connection(), on: console)
    for request in requests { try console.print(try await client.curlCommand(for: request)) }
  }
}

/// The responses of earlier runs, in the user's folder for caches.
private enum TodoCache {
  /// Opens the store. Without one, which is said, every run asks the server.
  static func store(_ console: Console) -> DiskCacheStore? {
    do {
      let folder = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      return try .disk(at: folder.appendingPathComponent("todos"))
    } catch {
      console.note("Without a cache: \(error.localizedDescription)")
      return nil
    }
  }
}
