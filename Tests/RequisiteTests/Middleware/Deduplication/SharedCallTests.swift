import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Records of calls that share a request", .timeLimit(.minutes(3)))
struct SharedCallTests {
  private let clock = TestClock()
  private var callClock: CallClock { CallClock(clock) }

  @Test("its record has the wait and the events of the shared call", .feature("C12", "C15"))
  func timeline() async throws {
    let stub = StubTransport(clock: callClock) {
      On.any().respond(.status(503).after(.seconds(2))).then(.text("here").after(.seconds(3)))
    }
    let transport = stub.retried(.constant(.seconds(4), attempts: 2), clock: callClock).duplicatesRemoved()
    let dispatcher = NetworkDispatcher(transport: transport, clock: callClock)
    let first = TransportRequest(url: .api)
    let one = Task { try await dispatcher.send(first) }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    let other = Task { try await dispatcher.send(TransportRequest(url: .api)) }
    try await allWait(2, for: transport)
    for wait in [1, 4, 3] {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(wait))
    }
    let own = try #require(try await one.value.timeline)
    let joined = try #require(try await other.value.timeline)
    #expect(
      lines(of: own) == [
        "transport 503 Service Unavailable 0.0 2.0", "retry waited 2.0 4.0", "transport 200 OK 6.0 3.0",
      ])
    #expect(
      Set(lines(of: joined)) == [
        "transport 503 Service Unavailable -1.0 2.0", "dedupe joined 0.0 8.0", "retry waited 1.0 4.0",
        "transport 200 OK 5.0 3.0",
      ])
    #expect(joined.spans.first { $0.layer == "dedupe" }?.detail == "the call \(first.id)")
    #expect(joined.attempts.map(\.number) == [1, 2] && own.attempts.map(\.number) == [1, 2])
    #expect(joined.duration == .seconds(8))
    #expect(joined.id != own.id)
    #expect(joined.description.contains("-1.00 s"))
  }

  @Test("an error has the request of its own call, also after a redirect", .feature("C12"))
  func errors() async throws {
    for path in ["/value", "/elsewhere"] {
      let clock = TestClock()
      let stub = StubTransport(clock: CallClock(clock)) {
        On("/elsewhere").respond(.redirect(to: "/value"))
        On("/value").respond(.failure(.networkConnectionLost).after(.seconds(1)))
      }
      let transport = stub.duplicatesRemoved()
      let requests = (0..<3).map {
        TransportRequest(url: .api(path), headers: [.xRequestID: "\($0)"])
      }
      let calls = requests.map { request in Task { await transport.outcome(of: request) } }
      try await allWait(3, for: transport)
      try await clock.sleepers(1)
      clock.run()
      for (request, call) in zip(requests, calls) {
        guard case .failure(let error) = await call.value else {
          Issue.record("no error")
          return
        }
        #expect(error.kind == .urlSessionFailed)
        #expect(error.request?.id == request.id)
        #expect(error.request?.url.path == "/value")
        if path == "/value" { #expect(error.request == request) }
      }
      #expect(stub.requests.count { $0.url.path == "/value" } == 1)
    }
  }

  @Test(
    "a call that is cancelled before the end is recorded as joined, and the first call is not",
    .feature("C15"))
  func leaving() async throws {
    let stub = StubTransport(clock: callClock) { On.any().respond(.never) }
    let transport = stub.duplicatesRemoved()
    let dispatcher = NetworkDispatcher(transport: transport, clock: callClock)
    let requests = (0..<2).map { _ in TransportRequest(url: .api).recorded(on: callClock) }
    var calls: [Task<NetworkResponse, any Error>] = []
    for request in requests {
      calls.append(Task { try await dispatcher.send(request) })
      try await allWait(calls.count, for: transport)
    }
    for (request, call) in zip(requests, calls).reversed() {
      call.cancel()
      let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
      #expect(error?.request?.id == request.id)
    }
    #expect(requests.map { $0.record?.spans.count { $0.layer == "dedupe" } } == [0, 1])
  }

  @Test("a call without a deadline that joins one with a deadline may be waited for longer than that")
  func withoutDeadline() async throws {
    let stub = StubTransport(clock: callClock) {
      On.any().respond(.status(503).after(.seconds(1))).then(.text("here").after(.seconds(1)))
    }
    let transport = stub.retried(.constant(.seconds(4), attempts: 2), clock: callClock).duplicatesRemoved()
    let hasty = TransportRequest(url: .api).bounded(by: CallDeadline(.seconds(3), on: callClock))
    let first = Task { try await transport.send(hasty) }
    try await clock.sleepers(1)
    let second = Task { try await transport.send(TransportRequest(url: .api)).status }
    try await allWait(2, for: transport)
    #expect(try await clock.run { try await second.value } == 200)
    first.cancel()
    #expect(stub.requests.count == 2)
  }

  private func lines(of timeline: CallTimeline) -> [String] {
    timeline.spans.map { "\($0.layer) \($0.event) \($0.start / .seconds(1)) \($0.duration / .seconds(1))" }
  }

  private func allWait(_ count: Int, for transport: some Transport) async throws {
    let counting = try #require(transport as? any WaiterCounting)
    #expect(await until { counting.waiterCount == count })
  }
}

protocol WaiterCounting { var waiterCount: Int { get } }
extension DeduplicationTransport: WaiterCounting {}
