import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The deadline of a call, seen from its layers", .timeLimit(.minutes(3)))
struct CallDeadlineTests {
  private let clock = TestClock()
  private var callClock: CallClock { CallClock(clock) }

  private func dispatcher(_ transport: any Transport) -> NetworkDispatcher {
    NetworkDispatcher(transport: transport, clock: callClock)
  }

  @Test(
    "a call past its deadline is logged, counted and observed as deadlineExceeded within the stack",
    .feature("F2"))
  func seenInside() async throws {
    let sink = CollectingSink()
    let statistics = CallStatistics()
    let stub = StubTransport { On.any().respond(.never) }
    let stack = stub.timed("network").observed(by: statistics).retried(.immediate(), clock: callClock)
      .logged(to: sink, clock: callClock)
    let request = TransportRequest(url: .api, options: RequestOptions(deadline: .seconds(5)))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run(whenAsleep: 2) { try await dispatcher(stack).send(request) }
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(sink.entries.map(\.level) == [.debug, .error])
    let logged = #expect(throws: NetworkRequestError.self) { try sink.entries.last?.end?.outcome.get() }
    #expect(logged?.kind == .deadlineExceeded)
    #expect(error?.attempts.count == 1)
    guard case .failed(.deadlineExceeded, _)? = error?.attempts.first?.outcome else {
      Issue.record("the history tells of something else")
      return
    }
    let spans = error?.timeline?.spans ?? []
    #expect(spans.contains { $0.layer == "network" && $0.event == "deadlineExceeded" })
  }

  @Test("a call that is cancelled before its deadline is logged as cancelled")
  func cancelled() async throws {
    let sink = CollectingSink()
    let stub = StubTransport { On.any().respond(.never) }
    let request = TransportRequest(url: .api, options: RequestOptions(deadline: .seconds(5)))
    let dispatcher = dispatcher(stub.logged(to: sink, clock: callClock))
    let call = Task { try await dispatcher.send(request) }
    try await clock.sleepers(1)
    call.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.kind == .cancelled)
    #expect(sink.entries.map(\.level) == [.debug, .info])
  }

  @Test(
    "several calls share one deadline, and the time of the first is missing for the second", .feature("F2"))
  func shared() async throws {
    let stub = StubTransport(clock: callClock) {
      On.any().respond(.text("first").after(.seconds(3)), .text("second").after(.seconds(3)))
    }
    let client = APIClient(
      baseURL: "https://api.test", networkDispatcher: dispatcher(stub),
      options: RequestOptions().with(\.sharedDeadline, CallDeadline(.seconds(5), on: callClock)))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run(whenAsleep: 2) {
        _ = try await client.dispatch(Endpoint<String>.get("/one"))
        _ = try await client.dispatch(Endpoint<String>.get("/two"))
      }
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(stub.requests.count == 2)
    #expect(clock.now.offset == .seconds(5))
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<String>.get("/three"))
    }
    #expect(stub.requests.count == 2, "nothing is sent past the deadline")
  }

  @Test("the earlier of a call's own deadline and a shared one ends the call", arguments: [(2, 9), (9, 2)])
  func earlier(own: Int, shared: Int) async throws {
    let stub = StubTransport { On.any().respond(.never) }
    let options = RequestOptions(deadline: .seconds(own))
      .with(\.sharedDeadline, CallDeadline(.seconds(shared), on: callClock))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run(whenAsleep: 2) {
        try await dispatcher(stub).send(TransportRequest(url: .api, options: options))
      }
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test(
    "a terminal transport starts the deadline once for all redirects, and starts none below a dispatcher",
    .feature("F2"))
  func redirects() async throws {
    let seen = Locked<[CallDeadline?]>([])
    let terminal = Hops { request in
      seen.withLock { $0.append(request.deadline) }
    }
    let options = RequestOptions(deadline: .seconds(60))
    _ = try await terminal.send(TransportRequest(url: .api, options: options))
    let ends = seen.withLock { $0.compactMap(\.?.remaining) }
    #expect(ends.count == 4)
    #expect(ends == ends.sorted(by: >), "no exchange has more time than the one before")
    seen.withLock { $0 = [] }
    _ = try await dispatcher(terminal).send(TransportRequest(url: .api, options: options))
    #expect(seen.withLock { $0.compactMap(\.?.remaining) } == Array(repeating: .seconds(60), count: 4))
  }
}

/// Redirects three times, and shows each request.
private struct Hops: TerminalTransport {
  let see: @Sendable (TransportRequest) -> Void

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    see(request)
    let hops = Int(request.url.lastPathComponent) ?? 0
    guard hops < 3 else { return TransportResponse(status: 200, url: request.url) }
    return TransportResponse(status: 302, headers: ["Location": "/\(hops + 1)"], url: request.url)
  }
}
