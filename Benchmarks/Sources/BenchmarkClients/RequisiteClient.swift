import Foundation
import Requisite

/// This library, through its front door: a request type dispatched by a client.
package struct RequisiteClient: BenchmarkClient {
  package let name: String
  private let client: APIClient
  private let transport: CurlTransport
  private let base: String

  /// A client with a transport of its own, which trusts the server's authority.
  package init(
    name: String, _ server: BenchmarkServer, decoder: any ResponseDecoder = JSONCoding(),
    configure: (inout CurlTransport.Configuration) -> Void
  ) {
    var configuration = CurlTransport.Configuration()
    if let authority = server.authority { configuration.tls.authorities = .file(authority) }
    configure(&configuration)
    self.init(name: name, server, CurlTransport(configuration), decoder: decoder)
  }

  package init(
    name: String, _ server: BenchmarkServer, _ transport: CurlTransport,
    decoder: any ResponseDecoder = JSONCoding()
  ) {
    (self.name, self.transport, base) = (name, transport, server.base)
    client = APIClient(baseURL: base, transport: transport, coders: BodyCoders(response: decoder))
      .with(\.maximumBodySize, .max)
  }

  package func todo() async throws { _ = try await client.dispatch(FindTodo()) }
  package func todos() async throws { _ = try await client.dispatch(FindTodos()) }

  package func bytes(_ path: String) async throws -> Int {
    try await client.dispatch(FindBytes(path: path)).count
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

  package func shutDown() async throws { await transport.shutDown() }

  private func request(_ path: String) throws -> TransportRequest {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    return TransportRequest(url: url)
  }
}
