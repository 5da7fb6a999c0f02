import FlyingFox
import FlyingSocks
import Foundation

/// The services that the examples call, on one loopback port: small parts of GitHub, an OAuth provider, a language
/// model, GraphQL and a file server.
public struct ExampleServer: Sendable {
  /// The URL of the server: `http://127.0.0.1` with a free port.
  public let baseURL: String
  private let running: Task<Void, any Error>

  /// Starts a server, calls `body` with it, and stops it.
  public static func run<Result: Sendable>(_ body: (ExampleServer) async throws -> Result) async throws
    -> Result
  {
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: 120, logger: .disabled))
    for service in services { await service(server) }
    let running = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
    let started = ExampleServer(baseURL: "http://127.0.0.1:\(port)", running: running)
    do {
      let result = try await body(started)
      await started.stop()
      return result
    } catch {
      await started.stop()
      throw error
    }
  }

  private static var services: [(HTTPServer) async -> Void] {
    [addGitHub, addOAuth, addUploads, addChat, addFiles, addGraphQL, addBackends, addForecast]
  }

  private func stop() async {
    running.cancel()
    _ = await running.result
  }
}

extension HTTPResponse {
  /// A response with text, JSON by default.
  static func text(
    _ text: String, _ status: HTTPStatusCode = .ok, type: String = "application/json",
    headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = type
    return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
  }
}

extension HTTPRequest {
  /// The body as text.
  var text: String { get async throws { String(decoding: try await bodyData, as: UTF8.self) } }
}
