import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Observers of calls", .timeLimit(.minutes(1)))
struct ObservationTests {
  private let clock = TestClock()
  private var callClock: CallClock { CallClock(clock) }

  private func send(_ stack: some Transport, whenAsleep count: Int = 1) async throws {
    let dispatcher = NetworkDispatcher(transport: stack, clock: callClock)
    _ = try await clock.run(whenAsleep: count) { try await dispatcher.send(TransportRequest(url: .api)) }
  }

  @Test(
    "an observer gets the start, the attempts, the waits and the end of a call in their order",
    .feature("C17"))
  func order() async throws {
    let sink = CollectingSink()
    let stub = StubTransport { On.any().respond(.status(503), .text("fine")) }
    try await send(stub.timed("network").retried(.constant(.seconds(3)), clock: callClock).observed(by: sink))
    let words = sink.events.map { event in
      switch event.kind {
      case .started: "started"
      case .attempt(let attempt): "attempt \(attempt.number)"
      case .span(let span): "\(span.layer) \(span.event)"
      case .ended: "ended"
      }
    }
    #expect(
      words.filter { !$0.hasPrefix("transport") } == [
        "started", "network 503 Service Unavailable", "attempt 1", "retry waited", "network 200 OK",
        "attempt 2",
        "ended",
      ])
  }

  @Test("an observer further in gets the events below it, and none after its end", .feature("C17"))
  func inner() async throws {
    let sink = CollectingSink()
    let stub = StubTransport { On.any().respond(.status(503), .text("fine")) }
    let stack = stub.observed(by: sink).timed("outside").retried(.constant(.seconds(3)), clock: callClock)
    try await send(stack)
    #expect(sink.entries.map(\.isStart) == [true, false, true, false])
    #expect(!sink.events.contains { $0.text().contains("outside") || $0.text().contains("retry") })
  }

  @Test("a span of a hedge is reported once", .feature("F13"))
  func hedge() async throws {
    let sink = CollectingSink()
    let stub = StubTransport(clock: callClock) {
      On.any().respond(.text("first").after(.seconds(9)), .text("second").after(.seconds(1)))
    }
    let stack = stub.timed("network").observed(by: sink).hedged(after: .seconds(2), clock: callClock)
    try await send(stack, whenAsleep: 2)
    let spans = sink.events.filter { $0.text().contains(": network ") }
    #expect(spans.count <= 2 && spans.contains { $0.text().contains("200 OK") })
  }
}
