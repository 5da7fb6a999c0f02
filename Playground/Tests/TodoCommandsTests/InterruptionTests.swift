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
    "Control-C during the download of a file leaves no file", .feature("F28"),
    arguments: [["photos", "download"], ["export"]])
  func noHalfFile(words: [String]) async throws {
    try await withFolder { folder in
      try await withHangingServer { url, asked in
        let output = folder.appendingPathComponent("out.json").path
        let tool = try BuiltTool.start("todos", words + ["--output", output, "--server", url])
        await asked.first { _ in true }
        while try folder.names.isEmpty { try Task.checkCancellation(); await Task.yield() }
        tool.interrupt()
        let end = await tool.end()
        #expect(end.status == 130)
        #expect(end.errors == "Stopped.\n")
        #expect(try folder.names.isEmpty)
      }
    }
  }

  @Test(
    "changes are printed as the server sends them, as events or on a WebSocket", .feature("F28"),
    arguments: [[], ["--socket"]])
  func watch(options: [String]) async throws {
    try await PlaceholderServer.run { server in
      let url = server.baseURL.absoluteString
      let tool = try BuiltTool.start("todos", ["watch", "--count", "2", "--server", url] + options)
      #expect(await tool.firstRemark() == "Watching \(url); Control-C ends it.\n")
      let client = APIClient(environment: .local(port: server.port))
      _ = try await client.dispatch(
        UpdateTodo(id: 7, body: TodoChanges(title: "Water the basil", completed: true)))
      try await client.dispatch(DeleteTodo(id: 7))
      let end = await tool.end()
      #expect(end.output == "Changed [x] 7  Water the basil\nDeleted [x] 7  Water the basil\n")
      #expect(end.status == 0)
    }
  }

  @Test("Control-C ends a watch", arguments: [[], ["--socket"]])
  func stopsWatching(options: [String]) async throws {
    try await PlaceholderServer.run { server in
      let tool = try BuiltTool.start("todos", ["watch", "--server", server.baseURL.absoluteString] + options)
      _ = await tool.firstRemark()
      tool.interrupt()
      let end = await tool.end()
      #expect(end.status == 130)
      #expect(end.errors == "Stopped.\n")
    }
  }
}

/// A server whose lists begin and never end; `asked` tells when the first request has come.
private func withHangingServer(
  _ body: (_ url: String, _ asked: AsyncStream<Void>) async throws -> Void
) async throws {
  let (asked, requests) = AsyncStream.makeStream(of: Void.self)
  let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
  let server = HTTPServer(
    config: HTTPServer.Configuration(address: address, timeout: 120, logger: .disabled),
    handler: ClosureHTTPHandler { _ in
      requests.yield()
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"],
        body: HTTPBodySequence(from: EndlessBody()))
    })
  let running = Task { try await server.run() }
  try await server.waitUntilListening()
  guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
  do { try await body("http://127.0.0.1:\(port)", asked) } catch {
    running.cancel()
    throw error
  }
  running.cancel()
  _ = await running.result
}

/// One byte, and then nothing until the reader has left.
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
