import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Throttle", .timeLimit(.minutes(1)))
struct ThrottleTests {
  private let clock = TestClock()

  @Test(
    "the number of calls at a time is limited, and all get their response", .feature("C25"),
    arguments: [1, 3, 8])
  func concurrency(limit: Int) async throws {
    let gauge = Gauge()
    let transport = gauge.throttled(max: limit)
    try await ending(of: "the responses of 200 calls") {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<200 { group.addTask { _ = try await transport.send(TransportRequest(url: .api)) } }
        try await group.waitForAll()
      }
    }
    #expect(gauge.most == limit)
    #expect(gauge.count == 200)
  }

  @Test("waiting calls are sent in order of arrival, higher priorities first", .feature("C25", "F13"))
  func order() async throws {
    let stub = slowStub()
    let transport = stub.throttled(max: 1)
    let gate = try gate(of: transport)
    let wanted: [(String, RequestOptions.Priority)] = [
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
    try await responses(to: calls)
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
    try await responses(to: calls)
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
    try await responses(to: calls)
    #expect(stub.requests.count == 2)
  }

  @Test("the calls before another one are those under way and those that wait, without those that have left")
  func countsCalls() {
    var slots = LimiterSlots(limit: 1, queueLimit: 10)
    var counts: [Int] = []
    let isFirst = slots.take()
    let areWaiting = (1...3).map { slots.wait($0, .normal) }
    counts.append(slots.count(before: .normal))
    let next = slots.free()
    counts.append(slots.count(before: .normal))
    let wasWaiting = slots.cancel(2)
    counts.append(slots.count(before: .normal))
    #expect(isFirst && areWaiting == [true, true, true] && next == 1 && wasWaiting)
    #expect(counts == [4, 3, 2])
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
    let second = calls[1]
    second.cancel()
    let error = await #expect(throws: NetworkRequestError.self) {
      try await ending(of: "a cancelled call in the queue") { try await second.value }
    }
    #expect(error?.kind == .cancelled)
    try await responses(to: [calls[0], calls[2]])
    #expect(stub.requests.map(\.url.path) == ["/0", "/2"])
  }

  @Test("a call that fails gives its place back")
  func failures() async throws {
    let stub = StubTransport { On.any().fail(.networkConnectionLost) }
    let transport = stub.throttled(max: 1)
    for _ in 0..<3 {
      await #expect(throws: NetworkRequestError.self) {
        try await ending(of: "a place after a call that failed") {
          try await transport.send(TransportRequest(url: .api))
        }
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
    let error = await #expect(throws: NetworkRequestError.self) {
      try await ending(of: "a call in the queue whose deadline has passed") { try await second.value }
    }
    #expect(error?.kind == .deadlineExceeded)
    try await responses(to: [first])
    #expect(stub.requests.count == 1)
  }

  @Test("a timeline says that the throttle held a call", .feature("C15"))
  func timeline() async throws {
    let transport = slowStub().throttled(max: 1)
    let request = TransportRequest(url: .api).recorded(on: CallClock(clock))
    let first = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    let second = Task { try await transport.send(request) }
    try await waitUntil(1, wait: transport)
    try await responses(to: [first, second])
    #expect(request.record?.spans.first.map { "\($0.layer) \($0.event)" } == "throttle queued")
  }

  /// Moves the clock until all calls have their responses.
  private func responses(to calls: [Task<TransportResponse, any Error>]) async throws {
    try await ending(of: "the responses of \(calls.count) calls, each of which needs a place") { [clock] in
      try await clock.run { for call in calls { _ = try await call.value } }
    }
  }

  private func slowStub() -> StubTransport {
    StubTransport(clock: CallClock(clock)) { On.any().respond(.text("here").after(.seconds(1))) }
  }

  private func gate(of transport: some Transport) throws -> ConcurrencyLimiter {
    try #require(transport as? ThrottleTransport<StubTransport>).limiter
  }

  private func waitUntil(_ count: Int, wait transport: some Transport) async throws {
    let gate = try gate(of: transport)
    #expect(await until { gate.waiting(for: .all) >= count })
  }
}
