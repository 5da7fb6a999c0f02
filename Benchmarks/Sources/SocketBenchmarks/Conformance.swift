import Foundation
import RequisiteWebSocket

/// Runs all cases of the fuzzing server of the Autobahn test suite, which judges them and writes a report;
/// `.ci/autobahn` starts it and reads the report.
struct Conformance {
  private static let agent: QueryParams = ["agent": "Requisite"]

  private let client: APIClient

  init(_ server: String) { client = APIClient(baseURL: server, transport: CurlTransport()) }

  func run() async throws {
    let count = try await text("/getCaseCount").flatMap { Int($0) } ?? 0
    for number in 1...max(1, count) { try await run(number) }
    _ = try await text("/updateReports")
  }

  private func text(_ path: RequestPath) async throws -> String? {
    let request = Endpoint<WebSocket<String, String>>.get(path, query: Self.agent)
    let socket = try await client.dispatch(request)
    return try await socket.first { _ in true }
  }

  /// Sends back each message of a case, until the server ends it in one way or another.
  private func run(_ number: Int) async throws {
    let query: QueryParams = ["agent": "Requisite", "case": "\(number)"]
    let request = Endpoint<WebSocket<WebSocketMessage, WebSocketMessage>>.get("/runCase", query: query)
    let socket = try await client.with(\.timeout, .seconds(120)).dispatch(request)
    do throws(NetworkRequestError) {
      for try await message in socket { try await socket.send(message) }
    } catch {
      guard error.underlyingError is WebSocketFailure else { throw error }
    }
  }
}
