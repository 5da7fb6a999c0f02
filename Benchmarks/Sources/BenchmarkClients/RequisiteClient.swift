import Foundation
import Requisite

/// This library, through its front door: a request type dispatched by a client.
package struct RequisiteClient: BenchmarkClient {
  package let name: String
  private let client: APIClient
  private let transport: any TerminalTransport
  private let base: String
  private let end: @Sendable () async -> Void

  package init(
    name: String, port: UInt16, transport: any TerminalTransport,
    end: @escaping @Sendable () async -> Void = {}
  ) {
    (self.name, self.transport, self.end) = (name, transport, end)
    base = "http://127.0.0.1:\(port)"
    client = APIClient(baseURL: base, transport: transport)
  }

  package func todo() async throws { _ = try await client.dispatch(FindTodo()) }
  package func todos() async throws { _ = try await client.dispatch(FindTodos()) }

  package func bytes(_ path: String) async throws -> Int {
    var request = try request(path)
    request.options.maximumBodySize = .max
    guard case .data(let data) = try await transport.send(request).body else { return 0 }
    return data.count
  }

  package func stream(_ path: String, each: @Sendable (Int) async throws -> Void) async throws {
    var request = try request(path)
    request.delivery = .streamed
    guard case .stream(let stream) = try await transport.send(request).body else { return }
    for try await chunk in stream { try await each(chunk.count) }
  }

  package func upload(_ file: URL) async throws -> Int {
    var request = try request("/upload")
    request.method = .post
    request.body = .file(file)
    return try await transport.send(request).status
  }

  package func shutDown() async throws { await end() }

  private func request(_ path: String) throws -> TransportRequest {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    return TransportRequest(url: url)
  }
}
