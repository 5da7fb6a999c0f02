import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Hedging", .timeLimit(.minutes(3)))
struct HedgingTests {
  private let clock = TestClock()
  private var callClock: CallClock { CallClock(clock) }

  @Test("a response in time is the result, and no second request is sent")
  func inTime() async throws {
    let stub = stub(.text("first").after(.seconds(1)))
    let (text, end) = try await send(
      through: stub.hedged(after: .seconds(2), clock: callClock), whenAsleep: 2)
    #expect(text == "first" && end == .seconds(1))
    #expect(stub.requests.count == 1)
  }

  @Test(
    "a second request is sent if the first takes long, and the first response is the result", .feature("F13"))
  func hedged() async throws {
    for (first, second, winner, end) in [(9, 1, "second", 3), (3, 9, "first", 3)] {
      let clock = TestClock()
      let stub = StubTransport(clock: CallClock(clock)) {
        On.any().respond(.text("first").after(.seconds(first)), .text("second").after(.seconds(second)))
      }
      let transport = stub.hedged(after: .seconds(2), clock: CallClock(clock))
      let response = try await clock.run(whenAsleep: 2) {
        try await transport.send(TransportRequest(url: .api))
      }
      #expect(response.bytes == Data(winner.utf8))
      #expect(clock.now.offset == .seconds(end))
      #expect(stub.requests.count == 2)
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test("a response in time leaves no timer behind")
  func noTimer() async throws {
    let stub = stub(.text("first").after(.seconds(1)))
    _ = try await send(through: stub.hedged(after: .seconds(2), clock: callClock), whenAsleep: 2)
    #expect(await until { clock.sleeperCount == 0 })
  }

  @Test("a request that fails before the delay is not hedged")
  func failingEarly() async throws {
    let stub = stub(.failure(.networkConnectionLost))
    await #expect(throws: NetworkRequestError.self) {
      try await stub.hedged(after: .seconds(2), clock: callClock).send(TransportRequest(url: .api))
    }
    #expect(stub.requests.count == 1)
  }

  @Test("a call that was cancelled sends no second request, however long the first takes to end")
  func cancelledWhileWaiting() async throws {
    let upstream = Uncancellable()
    let transport = upstream.hedged(after: .seconds(2), clock: callClock)
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    call.cancel()
    #expect(await until { upstream.cancelled == 1 })
    clock.run()
    // Lets the call see that the delay is over. Without that the test shows nothing, and still passes.
    for _ in 0..<1_000 { await Task.yield() }
    #expect(upstream.waiting == 1)
    while upstream.waiting > 0 { upstream.answer() }
    _ = try? await call.value
  }

  @Test("while two requests are under way, a failure of one waits for the other")
  func failingLate() async throws {
    let stub = stub(.status(503).after(.seconds(3)), .text("second").after(.seconds(4)))
    let transport = stub.hedged(after: .seconds(2), clock: callClock)
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    for sleepers in [2, 2, 1] {
      try await clock.sleepers(sleepers)
      clock.advanceToNextDeadline()
    }
    #expect(try await call.value.bytes == Data("second".utf8))
    #expect(clock.now.offset == .seconds(6))
  }

  @Test(
    "after a request that may have arrived, the failure of the other one is not before sending",
    .feature("F13"))
  func sentBefore() async throws {
    let stub = stub(
      .failure(.networkConnectionLost).after(.seconds(3)), .failure(.cannotConnectToHost).after(.seconds(4)))
    let transport = stub.hedged(after: .seconds(2), clock: callClock)
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    for sleepers in [2, 2, 1] {
      try await clock.sleepers(sleepers)
      clock.advanceToNextDeadline()
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.isBeforeSending == false && stub.requests.count == 2)
  }

  @Test("a second request that starts while the call is cancelled is cancelled too")
  func cancelledAtTheStart() async throws {
    let race = HedgeRace { _ in
      do { try await Task.sleep(for: .seconds(3_600)) } catch {}
      return .failure(.cancelled(TransportRequest(url: .api)))
    }
    race.start(asHedge: false)
    race.delayIsOver()
    let outcome = await race.run {
      race.cancel()
      return true
    }
    guard case .failure(let error) = outcome else {
      Issue.record("no outcome")
      return
    }
    #expect(error.kind == .cancelled)
  }

  @Test("a second request that starts while the call is cancelled hears of it")
  func hearing() async {
    let hears = Locked(false)
    let race = HedgeRace { isHedge in
      for _ in 0..<10_000 where !Task.isCancelled { await Task.yield() }
      if isHedge { hears.withLock { $0 = Task.isCancelled } }
      return .failure(.cancelled(TransportRequest(url: .api)))
    }
    race.start(asHedge: false)
    race.delayIsOver()
    _ = await race.run {
      race.cancel()
      return true
    }
    #expect(hears.withLock { $0 })
  }

  @Test("without a token in the budget there is no second request")
  func budget() async throws {
    let stub = stub(.text("slow").after(.seconds(5)))
    let budget = RetryBudget(ratio: 0, reserve: 1)
    let transport = stub.hedged(after: .seconds(2), budget: budget, clock: callClock)
    _ = try await send(through: transport, whenAsleep: 2)
    #expect(stub.requests.count == 2)
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    try await clock.sleepers(1)
    clock.run()
    #expect(try await call.value.status == 200)
    #expect(stub.requests.count == 3)
  }

  @Test(
    "unsafe methods, files, bodies that can be read once and calls whose progress is reported pass through")
  func passingThrough() async throws {
    let folder = try TemporaryFolder()
    let once = HTTPBody.stream(BodyStream(ByteStream(Data("x".utf8))))
    let requests = [
      TransportRequest(method: .post, url: .api), TransportRequest(method: .delete, url: .api),
      TransportRequest(url: .api, delivery: .file(folder.url.appending(path: "a"))),
      TransportRequest(url: .api, options: RequestOptions().with(\.onProgress) { _ in }),
      TransportRequest(method: .options, url: .api, body: once),
    ]
    let stub = stub(.text("here").after(.seconds(2)))
    let transport = stub.hedged(after: .seconds(1), clock: callClock)
    for request in requests { _ = try await clock.run { try await transport.send(request) } }
    #expect(stub.requests.count == requests.count)
  }

  @Test("a log inside of the hedge tells the second request from the first", .feature("F13"))
  func logged() async throws {
    let (inside, outside) = (CollectingSink(), CollectingSink())
    let stub = stub(.text("first").after(.seconds(9)), .text("second").after(.seconds(1)))
    let transport = stub.logged(to: inside).hedged(after: .seconds(2), clock: callClock).logged(to: outside)
    let (text, _) = try await send(through: transport, whenAsleep: 2)
    #expect(text == "second")
    #expect(inside.entries.map(\.request.isHedge) == [false, true, true, false])
    #expect(inside.entries.map { $0.text().contains("(hedge)") } == [false, true, true, false])
    #expect(inside.entries.map { $0.fields.contains { $0.name == "hedge" } } == [false, true, true, false])
    #expect(inside.entries[1].text(.pretty()).hasPrefix("→ (hedge) GET"))
    #expect(Set(inside.entries.map(\.request.id)).count == 1)
    #expect(outside.entries.allSatisfy { !$0.request.isHedge })
  }

  @Test("a streamed response can be read after the other request was cancelled")
  func streams() async throws {
    let stub = stub(.never, .chunks(["a", "b"]))
    let transport = stub.hedged(after: .seconds(2), clock: callClock)
    let response = try await clock.run(whenAsleep: 2) {
      try await transport.send(TransportRequest(url: .api, delivery: .streamed))
    }
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    #expect(try await stream.collected(upTo: 10) == Data("ab".utf8))
  }

  @Test("a streamed failure ends the race, because it may hold the place that the other request waits for")
  func streamedFailure() async throws {
    let stub = StubTransport(clock: callClock) {
      On.any().respond(StubResponse.status(503).after(.seconds(3)))
    }
    let transport = stub.throttled(max: 1).hedged(after: .seconds(2), clock: callClock)
    let response = try await clock.run {
      try await transport.send(TransportRequest(url: .api, delivery: .streamed))
    }
    #expect(response.status == 503)
  }

  @Test("cancelling the call cancels both requests")
  func cancelled() async throws {
    let stub = stub(.never)
    let transport = stub.hedged(after: .seconds(2), clock: callClock)
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    #expect(await until { stub.requests.count >= 2 })
    call.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.kind == .cancelled)
  }

  @Test("a later response is discarded: its file is removed, its stream dropped")
  func losers() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("lost", Data("x".utf8))
    let ended = Locked(false)
    let bodies: [() -> TransportResponse.Body] = [
      { .file(file) }, { .stream(ChunkQueue().stream { ended.withLock { $0 = true } }) },
    ]
    for late in bodies {
      let clock = TestClock()
      let uncancellable = Uncancellable()
      let transport = uncancellable.hedged(after: .seconds(2), clock: CallClock(clock))
      let call = Task { try await transport.send(TransportRequest(url: .api, delivery: .streamed)) }
      try await clock.sleepers(1)
      clock.advance(by: .seconds(2))
      #expect(await until { uncancellable.waiting == 2 })
      uncancellable.answerLast(.data(Data("good".utf8)))
      #expect(await until { uncancellable.cancelled > 0 })
      uncancellable.answer(late())
      #expect(try await call.value.bytes == Data("good".utf8))
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(await until { ended.withLock { $0 } })
  }

  @Test("a response that is available at once sets no timer")
  func atOnce() async throws {
    let stub = stub(.text("here"))
    _ = try await stub.hedged(after: .seconds(2), clock: callClock).send(TransportRequest(url: .api))
    #expect(clock.sleeperCount == 0)
  }

  @Test("a call that is cancelled before it begins sends nothing")
  func cancelledBefore() async throws {
    let stub = stub(.text("here"))
    let transport = stub.hedged(after: .seconds(2), clock: callClock)
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.outcome(of: TransportRequest(url: .api))
    }
    guard case .failure(let error) = await call.value else {
      Issue.record("it was sent")
      return
    }
    #expect(error.kind == .cancelled)
    #expect(stub.requests.isEmpty)
  }

  private func stub(_ responses: StubResponse...) -> StubTransport {
    StubTransport(clock: callClock) {
      responses.dropFirst().reduce(On.any().respond(responses[0])) { $0.then($1) }
    }
  }

  private func send(
    through transport: some Transport, whenAsleep count: Int
  ) async throws -> (text: String, end: Duration) {
    let response = try await clock.run(whenAsleep: count) {
      try await transport.send(TransportRequest(url: .api))
    }
    return (String(decoding: response.bytes ?? Data(), as: UTF8.self), clock.now.offset)
  }
}
