import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Retry", .timeLimit(.minutes(1)))
struct RetryTests {
  private let clock = TestClock()

  @Test(
    "by default, a request is sent up to 3 times, 3 seconds apart, and the last response is returned",
    .feature("C20"))
  func defaults() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let transport = stub.retried(clock: CallClock(clock))
    let response = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(response.status == 503)
    #expect(stub.requests.count == 3)
    #expect(clock.now.offset == .seconds(6))
  }

  @Test("a success and a permanent failure are returned at once")
  func firstResponse() async throws {
    for status in [200, 204, 301, 304, 400, 401, 403, 404, 409, 422, 501, 505] {
      let stub = StubTransport { On.any().respond(status: status) }
      let response = try await stub.retried(.immediate()).send(TransportRequest(url: .api))
      #expect(response.status == status)
      #expect(stub.requests.count == 1, "\(status)")
    }
  }

  @Test(
    "408, 425, 429, 500, 502, 503 and 504 are tried again", arguments: [408, 425, 429, 500, 502, 503, 504])
  func transientStatuses(status: Int) async throws {
    let stub = StubTransport { On.any().respond(.status(status), .text("here")) }
    let response = try await stub.retried(.immediate()).send(TransportRequest(url: .api))
    #expect(response.status == 200)
    #expect(stub.requests.count == 2)
  }

  @Test(
    "transient network failures are tried again",
    arguments: [
      (TransportFailure.Code.timedOut, 2), (.cannotFindHost, 2), (.cannotConnectToHost, 2),
      (.networkConnectionLost, 2),
      (.dnsLookupFailed, 2), (.notConnectedToInternet, 2), (.serverCertificateUntrusted, 1),
      (.badServerResponse, 1), (.unsupportedURL, 1),
    ])
  func transientErrors(code: TransportFailure.Code, attempts: Int) async throws {
    let stub = StubTransport { On.any().fail(code) }
    await #expect(throws: NetworkRequestError.self) {
      try await stub.retried(.immediate(attempts: 2)).send(TransportRequest(url: .api))
    }
    #expect(stub.requests.count == attempts)
  }

  @Test("cancellations, passed deadlines and invalid requests are not tried again, with any policy")
  func ownFailures() async throws {
    let request = TransportRequest(url: .api)
    let errors: [NetworkRequestError] = [
      .cancelled(request), .invalidRequest(InvalidRequest(.path, "no")),
      .bodyTooLarge(1, request: request),
    ]
    for error in errors {
      let stub = StubTransport { On.any().fail(error) }
      let thrown = await #expect(throws: NetworkRequestError.self) {
        try await stub.retried(AlwaysAgain(attempts: 5)).send(request)
      }
      #expect(thrown == error)
      #expect(stub.requests.count == 1)
    }
  }

  @Test("the request's own policy wins over that of the stack", .feature("C21"))
  func perRequest() async throws {
    for (policy, attempts) in [(Backoff.never, 1), (.immediate(attempts: 5), 5)] as [(any RetryPolicy, Int)] {
      let stub = StubTransport { On.any().respond(status: 503) }
      let options = RequestOptions().with(\.retry, policy)
      _ = try await stub.retried(clock: CallClock(clock)).send(TransportRequest(url: .api, options: options))
      #expect(stub.requests.count == attempts)
    }
    #expect(clock.now.offset == .zero)
    #expect(RequestOptions().with(\.retry, .never).retry != nil)
  }

  @Test("a custom policy decides by the attempt, the response and the time", .feature("C22"))
  func ownPolicy() async throws {
    let seen = Locked<[FailedAttempt]>([])
    let stub = StubTransport { On.any().respond(.status(409), .status(409), .text("ready")) }
    let transport = stub.retried(
      Asking { failure in
        seen.withLock { $0.append(failure) }
        return failure.status == 409 ? .seconds(failure.number) : nil
      }, clock: CallClock(clock))
    let response = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(response.status == 200)
    #expect(clock.now.offset == .seconds(3))
    let failures = seen.withLock { $0 }
    #expect(failures.map(\.number) == [1, 2])
    #expect(failures.map(\.elapsed) == [.zero, .seconds(1)])
    #expect(failures.allSatisfy { $0.error == nil && !$0.isTransient })
  }

  @Test("a cancelled wait ends the call at once")
  func cancelledWait() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let transport = stub.retried(clock: CallClock(clock))
    let request = TransportRequest(url: .api)
    let task = Task { try await transport.send(request) }
    try await clock.sleepers(1)
    task.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
    #expect(error == .cancelled(request))
    #expect(stub.requests.count == 1)
  }
}

/// Always once more, at once.
private struct AlwaysAgain: RetryPolicy {
  let attempts: Int
  func delay(after failure: FailedAttempt) -> Duration? { failure.number < attempts ? .zero : nil }
}

private struct Asking: RetryPolicy {
  let decide: @Sendable (FailedAttempt) -> Duration?
  func delay(after failure: FailedAttempt) -> Duration? { decide(failure) }
}
