@testable import PlaceholderServer

/// Runs `body` against a server of its own, so that tests do not see each other's writes.
func withServer(_ body: (Client) async throws -> Void) async throws {
  try await PlaceholderServer.run { server in try await body(Client(baseURL: server.baseURL)) }
}
