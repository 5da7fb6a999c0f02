import PlaceholderServer
import Requisite
import TodoAPI

/// Runs `body` with a client of a server of its own, so that tests do not see each other's writes.
func withClient(_ body: (APIClient) async throws -> Void) async throws {
  try await PlaceholderServer.run { server in
    try await body(APIClient(environment: .local(port: server.port)))
  }
}
