import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

extension DeduplicationTests {
  @Test("if the first of the calls is cancelled, the next one sends anew for the others", .feature("C12"))
  func cancellingFirst() async throws {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    let request = TransportRequest(url: .api)
    var calls: [Task<TransportResponse, any Error>] = []
    for number in 1...3 {
      calls.append(Task { try await transport.send(request) })
      try await allWait(number, for: transport)
    }
    calls[0].cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await calls[0].value }
    #expect(error == .cancelled(request))
    #expect(await until { stub.requests.count == 2 && clock.sleeperCount == 1 })
    clock.run()
    for call in calls[1...] { #expect(try await call.value.status == 200) }
    #expect(stub.requests.count == 2)
  }

  @Test("cancelling a call that waits does not affect the others")
  func cancellingWaiter() async throws {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    let first = Task { try await transport.send(TransportRequest(url: .api)) }
    try await allWait(1, for: transport)
    let others = (0..<2).map { _ in Task { try await transport.send(TransportRequest(url: .api)) } }
    try await allWait(3, for: transport)
    others[0].cancel()
    await #expect(throws: NetworkRequestError.self) { try await others[0].value }
    clock.run()
    for call in [first, others[1]] { #expect(try await call.value.status == 200) }
    #expect(stub.requests.count == 1)
  }

  @Test("a call whose user logs out while it waits does not get the user's response", .feature("C12"))
  func logOut() async throws {
    let stub = StubTransport.echoingUser(on: clock)
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("a"))) { _ in AccessToken("b") }
    let transport = stub.authenticated(with: tokens, for: URL.api).duplicatesRemoved()
    let counting = try #require(transport as? any WaiterCounting)
    let first = Task { try await transport.send(TransportRequest(url: .api)) }
    #expect(await until { clock.sleeperCount == 1 })
    let second = Task { try await transport.send(TransportRequest(url: .api)) }
    #expect(await until { counting.waiterCount == 2 })
    try await tokens.logOut()
    clock.run()
    #expect(try await first.value.text == "Bearer a")
    let error = await #expect(throws: NetworkRequestError.self) { try await second.value }
    #expect(error?.kind == .authenticationFailed && stub.requests.count == 1)
  }

  @TaskLocal private static var mark = 0

  @Test("a call that sends does so in its own task, with its task-local values", .feature("C12"))
  func ownTask() async throws {
    let seen = Locked<[Int]>([])
    let layer = Custom(
      upstream: StubTransport { On.any().respond(text: "here") },
      change: { _ in seen.withLock { $0.append(Self.mark) } })
    let transport = layer.duplicatesRemoved()
    let call = Task(priority: .low) {
      try await Self.$mark.withValue(7) { try await transport.send(TransportRequest(url: .api)).status }
    }
    #expect(try await call.value == 200)
    #expect(seen.withLock { $0 } == [7])
  }

  @Test("cancelling the last call cancels the request, and the next call sends a new one")
  func cancellingAll() async throws {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    var calls: [Task<TransportResponse, any Error>] = []
    for number in 1...3 {
      calls.append(Task { try await transport.send(TransportRequest(url: .api)) })
      try await allWait(number, for: transport)
    }
    for call in calls.reversed() { call.cancel() }
    for call in calls { await #expect(throws: NetworkRequestError.self) { try await call.value } }
    // The stub's delay can only end by cancellation, because the clock has not moved.
    #expect(await until { clock.sleeperCount == 0 })
    let next = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(next.status == 200)
    #expect(stub.requests.count == 2)
  }

  @Test("a call that is cancelled before it begins sends nothing")
  func cancelledBefore() async throws {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(TransportRequest(url: .api))
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(stub.requests.isEmpty)
  }

  @Test("when the deadline of the call that sends passes, the next one sends anew")
  func deadlines() async throws {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    let dispatcher = NetworkDispatcher(transport: transport, clock: callClock)
    let hasty = RequestOptions(deadline: .milliseconds(500))
    let request = TransportRequest(url: .api, options: hasty)
    let first = Task { try await dispatcher.send(request) }
    try await clock.sleepers(2)
    let patient = TransportRequest(url: .api, options: hasty)
      .bounded(by: CallDeadline(.seconds(5), on: callClock))
    let second = Task { try await transport.send(patient) }
    try await allWait(2, for: transport)
    clock.advanceToNextDeadline()
    let error = await #expect(throws: NetworkRequestError.self) { try await first.value }
    #expect(error?.kind == .deadlineExceeded)
    #expect(await until { stub.requests.count == 2 && clock.sleeperCount == 1 })
    clock.run()
    #expect(try await second.value.status == 200)
    #expect(stub.requests.count == 2)
  }

  @Test(
    "the layers below see the latest deadline of the waiting calls, so that no wait is longer than all of them"
  )
  func latestDeadline() async throws {
    let stub = slowStub()
    let seen = DeadlineProbe(upstream: stub)
    let transport = DeduplicationTransport(upstream: seen, ignored: [])
    let calls = [2, 9, 4].map { seconds in
      let request = TransportRequest(url: .api).bounded(by: CallDeadline(.seconds(seconds), on: callClock))
      return Task { try await transport.send(request) }
    }
    #expect(await until { transport.waiterCount == 3 && clock.sleeperCount > 0 })
    clock.run()
    for call in calls { #expect(try await call.value.status == 200) }
    #expect(seen.remaining.withLock { $0 } == [.seconds(8)], "a second has passed")
  }
}

/// Keeps what is left of each call's deadline when its response is there.
private struct DeadlineProbe: Transport {
  let upstream: StubTransport
  let remaining = Locked<[Duration]>([])

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    if let deadline = request.deadline { remaining.withLock { $0.append(deadline.remaining) } }
    return response
  }
}
