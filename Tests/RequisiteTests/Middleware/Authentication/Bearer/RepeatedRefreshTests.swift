import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A refresh that fails", .timeLimit(.minutes(3)))
struct RepeatedRefreshTests {
  private let clock = TestClock()

  /// An authenticator whose token server answers with these statuses, and then with a token.
  private func tokens(_ stub: StubTransport) -> BearerAuthenticator {
    .clientCredentials(of: OAuthClient(tokenEndpoint: "https://login.test/token", id: "a", transport: stub))
  }

  private func server(_ failures: [StubResponse]) -> StubTransport {
    let token = StubResponse.json(text: #"{"access_token":"t","token_type":"bearer"}"#)
    let responses = failures + [token]
    return StubTransport([responses.dropFirst().reduce(On.any().respond(responses[0])) { $0.then($1) }])
  }

  /// How many of 50 calls at a time succeed.
  ///
  /// - Parameter areWaiting: Called once all of them wait for the token.
  private func succeeded(
    _ authenticator: BearerAuthenticator, budget: RetryBudget = RetryBudget(), areWaiting: () -> Void = {}
  ) async throws -> Int {
    let stub = StubTransport { On.any().respond(status: 200) }
    let dispatcher = NetworkDispatcher(
      transport: stub.authenticated(with: authenticator, for: URL.api).retried(
        .exponential(), budget: budget),
      clock: CallClock(clock))
    let calls = (0..<50).map { _ in Task { try await dispatcher.send(TransportRequest(url: .api)).status } }
    #expect(await until { authenticator.tokens.waiterCount == 50 })
    areWaiting()
    let alarm = Task {
      while true {
        try await clock.sleepers(1)
        clock.run()
      }
    }
    defer { alarm.cancel() }
    var count = 0
    for call in calls where (try? await call.value) == 200 { count += 1 }
    return count
  }

  @Test(
    "is repeated by itself if the token server surely did not process it, and costs no call",
    .feature("C8", "F37"),
    arguments: [StubResponse.status(503), .failure(.cannotConnectToHost)])
  func repeated(failure: StubResponse) async throws {
    let stub = server([failure])
    let budget = RetryBudget()
    #expect(try await succeeded(tokens(stub), budget: budget) == 50)
    #expect(stub.requests.count == 2)
    #expect(budget.balance == budget.reserve)
  }

  @Test("takes one token from the retry budget for all calls that waited for it", .feature("C8"))
  func budget() async throws {
    let areWaiting = Locked(false)
    let stub = StubTransport {
      On.any().respond { _ in
        #expect(await until { areWaiting.withLock { $0 } })
        return .failure(.networkConnectionLost)
      }.then(.json(text: #"{"access_token":"t","token_type":"bearer"}"#))
    }
    let budget = RetryBudget(ratio: 0)
    let count = try await succeeded(tokens(stub), budget: budget) { areWaiting.withLock { $0 = true } }
    #expect(count == 50)
    #expect(stub.requests.count == 2)
    #expect(budget.balance == budget.reserve - 1)
  }

  @Test("is not repeated when no call waits for it any more", .feature("C8"))
  func abandoned() async throws {
    let stub = server([.status(503)])
    let dispatcher = NetworkDispatcher(
      transport: StubTransport { On.any().respond(status: 200) }.authenticated(
        with: tokens(stub), for: URL.api),
      clock: CallClock(clock))
    let call = Task { try await dispatcher.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    call.cancel()
    await #expect(throws: NetworkRequestError.self) { try await call.value }
    clock.run()
    #expect(await until { clock.sleeperCount == 0 })
    #expect(stub.requests.count == 1)
  }
}
