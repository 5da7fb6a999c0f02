import RequisiteTesting
import Testing

@testable import Requisite

extension EventSourceTests {
  /// The next states in words.
  static func texts(of states: AsyncStream<EventSource.ConnectionState>, _ count: Int) async -> [String] {
    func text(_ error: NetworkRequestError?) -> String {
      error.map { $0.status.map(String.init) ?? "\($0.kind)" } ?? "-"
    }
    return await states.prefix(count).reduce(into: []) { texts, state in
      switch state {
      case .connecting: texts.append("connecting")
      case .open: texts.append("open")
      case .lost(let error, let wait): texts.append("lost \(text(error)) \(wait)")
      case .closed(let error): texts.append("closed \(text(error))")
      }
    }
  }

  @Test(
    "the states say when a connection is open, lost with its error and the wait, and closed", .feature("F8"))
  func states() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("data: a\n\n"),
        Self.stream("data: b\n\n", failing: TransportFailure(.networkConnectionLost)),
        .status(503), .status(204))
    }
    let source = client(stub).events(of: Watch(), retrying: fixed)
    let states = source.states
    #expect(try await read(source) == ["a", "b"])
    #expect(
      await Self.texts(of: states, 11) == [
        "closed -", "connecting", "open", "lost - 3.0 seconds", "connecting", "open",
        "lost urlSessionFailed 10.0 seconds", "connecting", "lost 503 10.0 seconds", "connecting",
        "closed -",
      ])
    let isClosed = if case .closed(nil) = source.state { true } else { false }
    #expect(isClosed)
  }

  @Test(
    "the error of a pass is in its last state, and a released iterator closes its connection",
    .timeLimit(.minutes(1)))
  func lastStates() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(Self.stream("data: a\n\n"), .status(404))
    }
    var source: EventSource? = client(stub).events(of: Watch(), retrying: fixed)
    let states = try #require(source?.states)
    for try await _ in try #require(source) { break }
    await #expect(throws: NetworkRequestError.self) { try await read(try #require(source)) }
    source = nil
    // The sequence ends with the source.
    #expect(
      await Self.texts(of: states, 100) == [
        "closed -", "connecting", "open", "closed -", "connecting", "closed 404",
      ])
  }
}
