import Requisite
import RequisiteTesting
import RequisiteWebSocket
import Testing

@Suite(.timeLimit(.minutes(1))) struct WatchTests {
  /// Runs the command with a clock that passes the waits, but not the 30 seconds until a ping.
  private func watch(_ words: String..., over transport: any Transport) async throws -> Transcript {
    let clock = TestClock()
    return try await clock.run(within: .seconds(20)) {
      try await run(
        ["watch", "--socket", "--server", "https://api.example.com"] + words, over: transport,
        clock: CallClock(clock))
    }
  }

  @Test("A watch on a WebSocket that is lost connects again, and prints the changes from then on")
  func connectsAgain() async throws {
    let server = StubWebSocket { peer in
      peer.send(#"{"event": "watching", "records": 1}"#)
      let todo = #"{"id": 7, "userId": 1, "title": "Basil", "completed": false}"#
      peer.send(.text(#"{"event": "added", "record": \#(todo)}"#))
      peer.drop()
    }
    let printed = try await watch("--count", "2", over: server)
    #expect(printed.text == "Added [ ] 7  Basil\nAdded [ ] 7  Basil")
    #expect(printed.notes.matches(of: /Watching/).count == 2)
    #expect(server.requests.count == 2)
  }

  @Test("A watch on a WebSocket asks a server that answers 503 four times, not three times as often")
  func refused() async throws {
    let server = StubWebSocket(refusing: { TransportResponse(status: 503, url: $0.url) }, script: { _ in })
    let printed = try await watch(over: server)
    #expect(printed.status != 0)
    #expect(server.requests.count == 4)
  }

  @Test("A watch on a WebSocket gives up after three more attempts")
  func givesUp() async throws {
    let server = StubWebSocket { $0.drop() }
    let printed = try await watch(over: server)
    #expect(printed.status != 0)
    #expect(server.requests.count == 4)
  }
}
