import BuiltTool
import FlyingFox
import FlyingSocks
import Foundation
import PlaceholderServer
import Requisite
import Testing
import TodoAPI

/// Control-C, sent to processes.
@Suite(.serialized, .timeLimit(.minutes(1))) struct InterruptionTests {
  @Test(
    "F28: Control-C in the middle of a file leaves none, whole or half",
    arguments: [["photos", "download"], ["export"]])
  func noHalfFile(words: [String]) async throws {
    try await withFolder { folder in
      try await withHangingServer { url in
        let output = folder.appendingPathComponent("out.json").path
        let tool = try BuiltTool.start("todos", words + ["--output", output, "--server", url])
        while try folder.names.isEmpty { await Task.yield() }
        tool.interrupt()
        let end = await tool.end()
        #expect(end.status == 130)
        #expect(end.errors == "Stopped.\n")
        #expect(try folder.names.isEmpty)
      }
    }
  }

  @Test("F28: changes are printed as they happen, over a server's events")
  func watch() async throws {
    try await PlaceholderServer.run { server in
      let url = server.baseURL.absoluteString
      let tool = try BuiltTool.start("todos", ["watch", "--count", "2", "--server", url])
      let client = APIClient(environment: .local(port: server.port))
      while tool.isRunning { _ = try await client.update(7, TodoChanges(title: "Water the basil")) }
      let end = await tool.end()
      #expect(
        end.output.split(separator: "\n").map { $0.dropFirst(12) } == [
          "7  Water the basil", "7  Water the basil",
        ])
      #expect(end.status == 0)
    }
  }

  @Test("Control-C ends a watch")
  func stopsWatching() async throws {
    try await PlaceholderServer.run { server in
      let client = APIClient(environment: .local(port: server.port))
      let url = server.baseURL.absoluteString
      let other = try BuiltTool.start("todos", ["watch", "--count", "1", "--server", url])
      let tool = try BuiltTool.start("todos", ["watch", "--server", url])
      while other.isRunning { _ = try await client.update(7, TodoChanges(completed: true)) }
      tool.interrupt()
      _ = await other.end()
      #expect([130, 2].contains(await tool.end().status))  // 2 where the signal came before it was looked for
    }
  }
}

/// A server whose lists begin and never end.
private func withHangingServer(_ body: (String) async throws -> Void) async throws {
  let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
  let server = HTTPServer(
    config: HTTPServer.Configuration(address: address, logger: .disabled),
    handler: ClosureHTTPHandler { _ in
      HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"],
        body: HTTPBodySequence(from: EndlessBody()))
    })
  let running = Task { try await server.run() }
  try await server.waitUntilListening()
  guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
  do { try await body("http://127.0.0.1:\(port)") } catch {
    running.cancel()
    throw error
  }
  running.cancel()
  _ = await running.result
}

/// One byte, and then nothing until the reader has gone.
private struct EndlessBody: AsyncBufferedSequence {
  typealias Element = UInt8
  func makeAsyncIterator() -> Iterator { Iterator() }

  struct Iterator: AsyncBufferedIteratorProtocol {
    private var isFirst = true

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if isFirst {
        isFirst = false
        return Array("[".utf8)
      }
      let (never, _) = AsyncStream.makeStream(of: Never.self)
      for await _ in never {}
      return nil
    }
  }
}
