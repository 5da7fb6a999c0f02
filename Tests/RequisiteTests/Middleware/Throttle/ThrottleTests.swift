import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Throttle", .timeLimit(.minutes(3)))
struct ThrottleTests {
  private let clock = TestClock()

  @Test(
    "the number of calls at a time is limited, and all get their response", .feature("C25"),
    arguments: [1, 3, 8])
  func concurrency(limit: Int) async throws {
    let gauge = Gauge()
    let transport = gauge.throttled(max: limit)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { _ = try await transport.send(TransportRequest(url: .api)) } }
      try await group.waitForAll()
    }
    #expect(gauge.most == limit)
    #expect(gauge.count == 200)
  }

  @Test("waiting calls are sent in order of arrival, higher priorities first", .feature("C25", "F13"))
  func order() async throws {
    let stub = slowStub()
    let transport = stub.throttled(max: 1)
    let gate = try gate(of: transport)
    let wanted: [(String, CallPriority)] = [
      ("/0", .normal), ("/1", .low), ("/2", .normal), ("/3", .high), ("/4", .normal), ("/5", .high),
      ("/6", .low),
    ]
    var calls: [Task<TransportResponse, any Error>] = []
    for (index, (path, priority)) in wanted.enumerated() {
      let request = TransportRequest(
        url: .api(path), options: RequestOptions().with(\.priority, priority))
      calls.append(Task { try await transport.send(request) })
      if index == 0 { try await clock.sleepers(1) }
      #expect(await until { gate.waiting(for: .all) >= index })
    }
    for _ in wanted {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(1))
    }
    for call in calls { _ = try await call.value }
    #expect(stub.requests.map(\.url.path) == ["/0", "/3", "/5", "/2", "/4", "/1", "/6"])
  }

  @Test("with limits by host, calls to one host do not delay those to another")
  func perHost() async throws {
    let stub = slowStub()
    let transport = stub.throttled(max: 1, scope: .perHost)
    let hosts = ["a.example", "b.example", "c.example"]
    let calls = hosts.map { host in
      Task { try await transport.send(TransportRequest(url: .api("/", host: host))) }
    }
    try await clock.sleepers(3)
    clock.run()
    for call in calls { _ = try await call.value }
  }

  @Test("a full queue refuses the call, and nothing is sent")
  func full() async throws {
    let stub = slowStub()
    let transport = stub.throttled(max: 1, queue: 1)
    let calls = (0..<2).map { _ in Task { try await transport.send(TransportRequest(url: .api)) } }
    try await waitUntil(1, wait: transport)
    let request = TransportRequest(url: .api)
    let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
    #expect(error == .refused(Refusal(.queueFull(limit: 1), request: request)))
    #expect(
      error?.description
        == "GET https://api.example.com/: not sent: the queue is full: 1 call is already waiting")
    try await clock.run { for call in calls { _ = try await call.value } }
    #expect(stub.requests.count == 2)
  }

  @Test("a cancelled call leaves the queue at once, and the next call gets its turn")
  func cancelled() async throws {
    let stub = slowStub()
    let transport = stub.throttled(max: 1)
    var calls: [Task<TransportResponse, any Error>] = []
    for index in 0..<3 {
      calls.append(Task { try await transport.send(TransportRequest(url: .api("/\(index)"))) })
      if index == 0 { try await clock.sleepers(1) } else { try await waitUntil(index, wait: transport) }
    }
    calls[1].cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await calls[1].value }
    #expect(error?.kind == .cancelled)
    let others = [calls[0], calls[2]]
    try await clock.run { for call in others { _ = try await call.value } }
    #expect(stub.requests.map(\.url.path) == ["/0", "/2"])
  }

  @Test("a call that fails gives its place back")
  func failures() async throws {
    let stub = StubTransport { On.any().fail(.networkConnectionLost) }
    let transport = stub.throttled(max: 1)
    for _ in 0..<3 {
      await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api))
      }
    }
    #expect(stub.requests.count == 3)
  }

  @Test("time in the queue counts towards the deadline")
  func deadline() async throws {
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.text("late").after(.seconds(60))) }
    let transport = stub.throttled(max: 1)
    let first = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(clock))
    let second = Task {
      try await dispatcher.send(TransportRequest(url: .api, options: RequestOptions(deadline: .seconds(5))))
    }
    try await waitUntil(1, wait: transport)
    try await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: NetworkRequestError.self) { try await second.value }
    #expect(error?.kind == .deadlineExceeded)
    clock.run()
    _ = try await first.value
    #expect(stub.requests.count == 1)
  }

  private func slowStub() -> StubTransport {
    StubTransport(clock: CallClock(clock)) { On.any().respond(.text("here").after(.seconds(1))) }
  }

  private func gate(of transport: some Transport) throws -> ConcurrencyLimiter {
    try #require(transport as? ThrottleTransport<StubTransport>).gate
  }

  private func waitUntil(_ count: Int, wait transport: some Transport) async throws {
    let gate = try gate(of: transport)
    #expect(await until { gate.waiting(for: .all) >= count })
  }
}
