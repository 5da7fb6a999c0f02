import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Circuit breaker", .timeLimit(.minutes(3)))
struct CircuitBreakerTests {
  private let clock = TestClock()

  @Test("after too many failures nothing is sent, until a trial has succeeded", .feature("F13"))
  func wholeRound() async throws {
    let stub = StubTransport { On.any().respond(status: 503).times(4).then(.text("back")) }
    let transport = stub.circuitBreaker(CircuitBreaker(minimumCalls: 4), clock: CallClock(clock))
    for _ in 0..<4 { #expect(try await transport.send(TransportRequest(url: .api)).status == 503) }
    let request = TransportRequest(url: .api)
    let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
    let refusal = Refusal(.circuitOpen(Origin(.api)), retryAfter: .seconds(30), request: request)
    #expect(error == .refused(refusal))
    #expect(error?.description == "\(NetworkRequestError.refused(refusal))")
    #expect(stub.requests.count == 4)
    clock.advance(by: .seconds(30))
    for _ in 0..<5 { #expect(try await transport.send(TransportRequest(url: .api)).status == 200) }
  }

  @Test(
    "a call that is refused while a trial is under way says when another one is let through", .feature("F13"))
  func duringTrial() async throws {
    let stub = StubTransport { On.any().respond(status: 503).once().then(.never) }
    let transport = stub.circuitBreaker(CircuitBreaker(minimumCalls: 1), clock: CallClock(clock))
    _ = try await transport.send(TransportRequest(url: .api))
    clock.advance(by: .seconds(30))
    let trial = Task { try await transport.send(TransportRequest(url: .api)) }
    try await stub.requests(atLeast: 2)
    clock.advance(by: .seconds(10))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    guard case .refused(let refusal)? = error else { throw error ?? .cancelled(nil) }
    #expect(refusal.retryAfter == .seconds(20))
    trial.cancel()
    _ = await trial.result
  }

  @Test(
    "an invalid failure rate counts as the nearest valid one, or as the default",
    arguments: [
      (Double.nan, 4), (2, 4), (.infinity, 4), (-1, 1),
    ])
  func oddRates(rate: Double, failures: Int) async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let transport = stub.circuitBreaker(
      CircuitBreaker(failureRate: rate, minimumCalls: failures), clock: CallClock(clock))
    for _ in 0..<failures { #expect(try await transport.send(TransportRequest(url: .api)).status == 503) }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .refused)
  }

  @Test("failures are counted by host, or for all hosts together")
  func scopes() async throws {
    for (scope, isOpen) in [(LimitScope.perHost, false), (.all, true)] {
      let stub = StubTransport {
        On("https://down.example/**").fail(.cannotConnectToHost)
        On("https://up.example/**").respond(text: "here").optional()
      }
      let transport = stub.circuitBreaker(
        CircuitBreaker(minimumCalls: 3, scope: scope), clock: CallClock(clock))
      for _ in 0..<3 {
        await #expect(throws: NetworkRequestError.self) {
          try await transport.send(TransportRequest(url: .api("/", host: "down.example")))
        }
      }
      _ = await Result.awaiting {
        try await transport.send(TransportRequest(url: .api("/", host: "up.example")))
      }
      #expect(stub.requests.count == (isOpen ? 3 : 4))
    }
  }

  @Test("services behind one gateway have a breaker each, by the start of their paths", .feature("F13"))
  func pathPrefixes() async throws {
    let stub = StubTransport {
      On("/v1/users/**").respond(status: 503)
      On("/v1/orders/**").respond(status: 200).optional()
    }
    let breaker = CircuitBreaker(minimumCalls: 3, scope: .perPathPrefix(segments: 2))
    let transport = stub.circuitBreaker(breaker)
    for number in 0..<3 { _ = try await transport.send(TransportRequest(url: .api("/v1/users/\(number)"))) }
    for path in ["/v1/users", "/v1/users/", "/v1/users?page=2", "//v1//users/7"] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api(path)))
      }
      #expect(error?.kind == .refused, "\(path)")
    }
    #expect(try await transport.send(TransportRequest(url: .api("/v1/orders/1"))).status == 200)
    #expect(stub.requests.count == 4)
  }

  @Test("a prefix of no segments, or of fewer, is the whole server", arguments: [0, -1])
  func noSegments(count: Int) async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let breaker = CircuitBreaker(minimumCalls: 3, scope: .perPathPrefix(segments: count))
    let transport = stub.circuitBreaker(breaker)
    for path in ["/a", "/b", "/c"] { _ = try await transport.send(TransportRequest(url: .api(path))) }
    await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api("/d")))
    }
    #expect(stub.requests.count == 3)
  }

  @Test("failures, successes and results that do not count")
  func verdicts() async throws {
    let request = TransportRequest(url: .api)
    let counting: [StubResponse] = [
      .status(500), .status(502), .status(503), .status(504), .failure(.timedOut),
    ]
    let others: [StubResponse] = [
      .status(200), .status(404), .status(429), .status(501),
      .failure(NetworkRequestError.cancelled(request)),
      .failure(NetworkRequestError.invalidRequest(InvalidRequest(.path, "no"))),
      .failure(NetworkRequestError.refused(Refusal(.rateLimited))),
      .failure(NetworkRequestError.bodyTooLarge(1)),
    ]
    for (responses, opens) in [(counting, true), (others, false)] {
      for response in responses {
        let stub = StubTransport { On.any().respond(response) }
        let transport = stub.circuitBreaker(CircuitBreaker(minimumCalls: 3), clock: CallClock(clock))
        for _ in 0..<5 { _ = await Result.awaiting { try await transport.send(request) } }
        #expect(stub.requests.count == (opens ? 3 : 5), "\(response)")
      }
    }
  }

  @Test("a call that exceeds its deadline counts as a failure, and a cancelled call does not")
  func deadlines() async throws {
    let stub = StubTransport { On.any().respond(.never) }
    let transport = stub.circuitBreaker(CircuitBreaker(minimumCalls: 2), clock: CallClock(clock))
    for _ in 0..<3 {
      let sent = stub.requests.count
      let call = Task { try await transport.send(TransportRequest(url: .api)) }
      #expect(await until { stub.requests.count != sent })
      call.cancel()
      await #expect(throws: NetworkRequestError.self) { try await call.value }
    }
    let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(clock))
    let options = RequestOptions(deadline: .seconds(5))
    let kinds = try await clock.run(whenAsleep: 2) {
      var kinds: [NetworkRequestError.Kind?] = []
      for _ in 0..<3 {
        do { _ = try await dispatcher.send(TransportRequest(url: .api, options: options)) } catch {
          kinds.append((error as? NetworkRequestError)?.kind)
        }
      }
      return kinds
    }
    #expect(kinds == [.deadlineExceeded, .deadlineExceeded, .refused])
  }

  @Test("inside retries, the wait after a refusal is the one that it names")
  func withinRetries() async throws {
    let stub = StubTransport { On.any().respond(status: 503).times(2).then(.text("back")) }
    let transport = stub.circuitBreaker(CircuitBreaker(minimumCalls: 2), clock: CallClock(clock))
      .retried(.immediate(attempts: 4), clock: CallClock(clock))
    let response = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(response.status == 200)
    #expect(clock.now.offset == .seconds(30))
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
