import Requisite
import RequisiteTesting
import RequisiteWebSocket
import Testing

extension SocketSourceTests {
  /// A source of a server that answers each handshake with a status, and a wait that it asks for.
  private func refused(
    _ headers: HTTPHeaders = [:], budget: RetryBudget? = nil, minimumWait: Duration = .zero,
    maximumRetryAfter: Duration = .seconds(600)
  ) -> SocketSource<String, String> {
    let server = StubWebSocket(
      refusing: { [opened] request in
        opened.withLock { $0 += 1 }
        return TransportResponse(status: 503, headers: headers, url: request.url)
      }, script: { _ in })
    let dispatcher = NetworkDispatcher(transport: server, clock: CallClock(clock))
    let client = APIClient(baseURL: "https://a.example", networkDispatcher: dispatcher)
    return client.sockets(
      of: Echo<String>(), retrying: .constant(.milliseconds(1), attempts: 6), budget: budget,
      minimumWait: minimumWait, maximumRetryAfter: maximumRetryAfter)
  }

  /// Expects that a source ends with the status of its server, after a number of handshakes.
  private func expectEnd(of source: SocketSource<String, String>, after count: Int) async throws {
    opened.withLock { $0 = 0 }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run(within: .seconds(50)) { try await source.first { _ in true } }
    }
    #expect(error?.status == 503 && opened.withLock { $0 } == count)
  }

  @Test("The budget limits the sockets after failures, and a wait that is too long ends the source")
  func budget() async throws {
    try await expectEnd(of: refused(), after: 6)
    try await expectEnd(of: refused(budget: RetryBudget(ratio: 0, reserve: 2)), after: 3)
    try await expectEnd(of: refused(["Retry-After": "40"], maximumRetryAfter: .seconds(39)), after: 1)
  }

  @Test("Between two sockets there is at least the shortest wait")
  func shortestWait() async throws {
    let start = clock.now
    try await expectEnd(of: refused(minimumWait: .seconds(2)), after: 6)
    #expect(start.duration(to: clock.now) >= .seconds(10))
  }
}
