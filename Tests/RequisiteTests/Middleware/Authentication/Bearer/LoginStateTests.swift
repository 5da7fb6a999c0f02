import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The login state of a bearer authenticator", .timeLimit(.minutes(3)))
struct LoginStateTests {
  @Test("the first state is that of the store, and each change follows once", .feature("F41"))
  func changes() async throws {
    let answers = Locked<[Result<AccessToken, any Error>]>([
      .success(AccessToken("two")), .failure(OAuthError(.serverError)), .failure(OAuthError(.invalidGrant)),
    ])
    let tokens = BearerAuthenticator { _ in
      try answers.withLock { $0.isEmpty ? .success(AccessToken("last")) : $0.removeFirst() }.get()
    }
    var states = tokens.states.makeAsyncIterator()
    #expect(await states.next() == .loggedOut)
    try await tokens.logIn(AccessToken("one"))
    #expect(await states.next() == .loggedIn)

    let stub = StubTransport { On.any().respond(status: 401) }
    let client = APIClient(
      baseURL: "https://api.example.com",
      transport: stub.authenticated(with: tokens, for: "https://api.example.com"))
    // Renewed: still logged in. Then a failure that may pass, which is no change, and one that only the user can mend.
    for _ in 0..<3 { _ = await client.result(of: GetTodos()) }
    #expect(await states.next() == .loggedOut)
    try await tokens.logIn(AccessToken("three"))
    #expect(await states.next() == .loggedIn)
    try await tokens.logOut()
    #expect(await states.next() == .loggedOut)
  }

  @Test("a stored token is a login, and later listeners begin with the present state", .feature("F41"))
  func stored() async throws {
    let store = MemoryTokenStore()
    store.save(AccessToken("kept"))
    let tokens = BearerAuthenticator(store: store) { _ in throw AuthenticationFailure(.noToken) }
    var first = tokens.states.makeAsyncIterator()
    #expect(await first.next() == .loggedIn)
    var second = tokens.states.makeAsyncIterator()
    #expect(await second.next() == .loggedIn)
    try await tokens.logOut()
    #expect(await first.next() == .loggedOut)
    #expect(await second.next() == .loggedOut)
  }
}
