import RequisiteTesting
import Testing

@testable import Requisite

extension EventSourceTests {
  /// What a source is doing when it is closed.
  enum Moment: CaseIterable { case waiting, connecting, reading }

  @Test(
    "a source that is closed ends its loop without an error, whatever it waits for",
    arguments: Moment.allCases)
  func closing(moment: Moment) async throws {
    let response: StubResponse =
      switch moment {
      case .waiting: .failure(.networkConnectionLost)
      case .connecting: .never
      case .reading:
        .chunks(["data: a\n\n", "data: b\n\n"], every: .seconds(30), contentType: "text/event-stream")
      }
    let stub = StubTransport { On.any().respond(response) }
    let patient = Backoff.constant(.seconds(10), attempts: .max)
    let source = client(stub).events(of: Watch(), retrying: patient)
    let reader = Task { try await source.all().map(\.data) }
    try await stub.requests(atLeast: 1)
    if moment != .connecting { try await clock.sleepers(1) }
    source.close()
    #expect(try await reader.value == (moment == .reading ? ["a"] : []))
    // It stays closed.
    #expect(try await source.all().isEmpty)
    #expect(stub.requests.count == 1 && clock.sleeperCount == 0)
    let isClosed = if case .closed(nil) = source.state { true } else { false }
    #expect(isClosed)
  }

  @Test("a source that is closed at the moment at which its connection opens ends without an event")
  func closingWhileOpened() async throws {
    let closing = Locked<EventSource?>(nil)
    let stub = StubTransport {
      On.any().respond { _ in
        closing.withLock { $0 }?.close()
        return Self.stream("data: a\n\n")
      }
    }
    let source = client(stub).events(of: Watch())
    closing.withLock { $0 = source }
    #expect(try await source.all().isEmpty)
    closing.withLock { $0 = nil }
  }
}
