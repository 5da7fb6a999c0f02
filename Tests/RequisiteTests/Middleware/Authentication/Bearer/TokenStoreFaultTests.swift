import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A token store that breaks its promise", .timeLimit(.minutes(3)))
struct TokenStoreFaultTests {
  /// A store whose `exclusively` does not do what the protocol asks.
  private struct FaultyTokenStore: TokenStore {
    enum Fault { case runsNothing, hidesErrors, runsTwice }

    let fault: Fault
    private let loads = Locked(0)

    init(_ fault: Fault) { self.fault = fault }

    func load() throws -> AccessToken? {
      if fault == .hidesErrors, loads.next() == 2 { throw Broken() }
      return nil
    }

    func save(_ token: AccessToken?) {}

    func exclusively(_ work: () async throws -> Void) async throws {
      switch fault {
      case .runsNothing: return
      case .hidesErrors: do { try await work() } catch {}
      case .runsTwice:
        try await work()
        try await work()
      }
    }
  }

  private let clock = TestClock()

  private func send(through store: FaultyTokenStore, _ refreshes: Counter) async throws -> NetworkResponse {
    let tokens = BearerAuthenticator(store: store) { _ in
      refreshes.add()
      return AccessToken("new")
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let dispatcher = NetworkDispatcher(
      transport: stub.authenticated(with: tokens, for: URL.api), clock: CallClock(clock))
    let request = TransportRequest(url: .api, options: RequestOptions(deadline: .seconds(60)))
    // The time stands still: a call that waited for its deadline would not end.
    return try await dispatcher.send(request)
  }

  @Test("if it runs nothing, calls fail at once with an error that says so", .feature("F20"))
  func nothing() async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await send(through: FaultyTokenStore(.runsNothing), Counter())
    }
    #expect(error?.kind == .authenticationFailed)
    #expect(error?.description.contains("exclusively") == true, "\(error as Any)")
    let tokens = BearerAuthenticator(store: FaultyTokenStore(.runsNothing)) { _ in AccessToken("new") }
    await #expect(throws: (any Error).self) { try await tokens.logIn(AccessToken("a")) }
  }

  @Test("if it hides the error of the refresh, calls fail with that error")
  func hidden() async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await send(through: FaultyTokenStore(.hidesErrors), Counter())
    }
    #expect(error?.kind == .authenticationFailed)
    #expect(error?.description.contains("Broken") == true, "\(error as Any)")
  }

  @Test("if it runs the work twice, there is one refresh")
  func twice() async throws {
    let refreshes = Counter()
    _ = try await send(through: FaultyTokenStore(.runsTwice), refreshes)
    #expect(refreshes.value == 1)
  }
}
