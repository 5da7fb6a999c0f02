#if os(Linux)
  import Requisite
  import RequisiteWebSocket
  import Testing

  /// Runs all cases of the fuzzing server of the Autobahn test suite whose URL is in the variable REQUISITE_AUTOBAHN. The
  /// server judges them and writes a report, which `.ci/autobahn` reads.
  @Suite("Autobahn", .enabled(if: Peers.autobahn != nil), .timeLimit(.minutes(60)))
  struct AutobahnTests {
    @Test("Every case of the fuzzing server is run")
    func cases() async throws {
      let client = APIClient(baseURL: try #require(Peers.autobahn), transport: CurlTransport())
      let count = try #require(try await text(client, "/getCaseCount").flatMap { Int($0) })
      for number in 1...count { try await run(number, client) }
      _ = try await text(client, "/updateReports")
    }

    private static let agent: QueryParams = ["agent": "Requisite"]

    private func text(_ client: APIClient, _ path: RequestPath) async throws -> String? {
      let request = Endpoint<WebSocket<String, String>>.get(path, query: Self.agent)
      let socket = try await client.dispatch(request)
      return try await socket.first { _ in true }
    }

    /// Sends back each message of a case, until the server ends it in one way or another.
    private func run(_ number: Int, _ client: APIClient) async throws {
      let query: QueryParams = ["agent": "Requisite", "case": "\(number)"]
      let request = Endpoint<WebSocket<WebSocketMessage, WebSocketMessage>>.get("/runCase", query: query)
      let socket = try await client.with(\.timeout, .seconds(120)).dispatch(request)
      do throws(NetworkRequestError) {
        for try await message in socket { try await socket.send(message) }
      } catch {
        #expect(error.underlyingError is WebSocketFailure, "case \(number): \(error)")
      }
    }
  }
#endif
