import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("After a login or logout, nothing is sent for the user before", .timeLimit(.minutes(3)))
struct UserBeforeTests {
  private let clock = TestClock()

  private func header(_ tokens: BearerAuthenticator) async throws -> String? {
    try await tokens.authenticate(TransportRequest(url: .api)).headers[.authorization]
  }

  /// Lets all tasks go on, and the time pass, until a task ends.
  private func finish<Value: Sendable>(_ task: Task<Value, any Error>) async throws -> Value {
    let alarm = Task {
      while true {
        try await clock.sleepers(1)
        clock.advanceToNextDeadline()
      }
    }
    defer { alarm.cancel() }
    return try await task.value
  }

  @Test(
    "a login or logout while a new token is being saved is what the store has in the end, and what calls are sent with",
    .feature("F45"), arguments: [AccessToken("ann"), nil])
  func duringSave(next: AccessToken?) async throws {
    let refreshes = Counter()
    // Slow from the first refresh on: the look before the save, and the save.
    let store = SlowTokenStore(AccessToken("bob", refreshToken: "r"), clock: clock) {
      refreshes.value == 0 ? .zero : .seconds(1)
    }
    let tokens = BearerAuthenticator(store: store) { old in
      guard old?.refreshToken != nil else { throw AuthenticationFailure(.noToken) }
      refreshes.add()
      return AccessToken("bob-renewed", refreshToken: "r2")
    }
    #expect(try await header(tokens) == "Bearer bob")
    tokens.tokens.reject("Bearer bob")
    let call = Task { try await header(tokens) }
    for _ in 1...2 {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(1))
    }
    // The save is about to write.
    try await clock.sleepers(1)
    #expect(tokens.tokens.snapshot.token?.value.revealed == "bob-renewed" && store.writes.isEmpty)
    let change = Task { if let next { try await tokens.logIn(next) } else { try await tokens.logOut() } }
    _ = await until { tokens.tokens.snapshot.token == next }
    // A user who is logged in is sent at once, without waiting for the store.
    if next != nil { #expect(try await header(tokens) == "Bearer ann") }
    try await finish(change)
    #expect(store.token == next)
    #expect(store.writes == ["bob-renewed", next?.value.revealed])
    let sent = try? await finish(Task { try await header(tokens) })
    #expect(sent == next.map { "Bearer \($0.value.revealed)" })
    let waiting = try? await finish(call)
    #expect(waiting != "Bearer bob-renewed")
    #expect(refreshes.value == 1)
  }

  @Test(
    "a refresh that a login or logout overtook writes nothing, and nothing that it read is used",
    .feature("F45"), arguments: [AccessToken("ann"), nil])
  func duringRefresh(next: AccessToken?) async throws {
    let store = SlowTokenStore(AccessToken("bob", refreshToken: "r"), clock: clock) { .zero }
    let tokens = BearerAuthenticator(store: store) { [clock] old in
      guard old != nil else { throw AuthenticationFailure(.noToken) }
      try await clock.sleep(until: clock.now.advanced(by: .seconds(10)))
      return AccessToken("bob-renewed")
    }
    #expect(try await header(tokens) == "Bearer bob")
    tokens.tokens.reject("Bearer bob")
    let call = Task { try await header(tokens) }
    try await clock.sleepers(1)
    let change = Task { if let next { try await tokens.logIn(next) } else { try await tokens.logOut() } }
    let sent = try? await finish(call)
    #expect(sent == next.map { "Bearer \($0.value.revealed)" })
    try await finish(change)
    #expect(store.writes == [next?.value.revealed] && store.token == next)
  }

  @Test("logged out in one process, the other sends its token no more after its next look", .feature("F45"))
  func otherProcess() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("token.json")
    let posted = Locked<[String?]>([])
    let refresh: BearerAuthenticator.Refresh = { old in
      posted.withLock { $0.append(old?.refreshToken?.revealed) }
      guard old != nil else { throw AuthenticationFailure(.noToken) }
      return AccessToken("renewed", refreshToken: "r2")
    }
    let first = BearerAuthenticator(store: FileTokenStore(file), refresh: refresh)
    let second = BearerAuthenticator(store: FileTokenStore(file), refresh: refresh)
    try await first.logIn(AccessToken("bob", refreshToken: "r"))
    #expect(try await header(second) == "Bearer bob")
    try await first.logOut()
    second.tokens.reject("Bearer bob")
    await #expect(throws: NetworkRequestError.self) { try await header(second) }
    #expect(posted.withLock { $0 } == [nil])
    #expect(try folder.contents() == ["token.json.lock"])
    var states = second.states.makeAsyncIterator()
    #expect(await states.next() == .loggedOut)
  }

  /// A store without a lock for processes, in which another one logs out or in while this one refreshes.
  @Test(
    "what another process stores during a refresh stays, also without a lock", .feature("F45"),
    arguments: [AccessToken("ann"), nil])
  func unlocked(next: AccessToken?) async throws {
    let store = MemoryTokenStore(AccessToken("bob"))
    let tokens = BearerAuthenticator(store: store) { _ in
      store.save(next)
      return AccessToken("bob-renewed")
    }
    #expect(try await header(tokens) == "Bearer bob")
    tokens.tokens.reject("Bearer bob")
    let sent = try? await header(tokens)
    #expect(sent == next.map { "Bearer \($0.value.revealed)" })
    #expect(store.load() == next)
  }

  @Test("state and token agree, whatever a logout or a login meets", .feature("F45"))
  func stateAndToken() async throws {
    for number in 0..<500 {
      let isLogout = number.isMultiple(of: 2)
      let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("a", refreshToken: "r"))) { old in
        guard old != nil else { throw AuthenticationFailure(.noToken) }
        await Task.yield()
        if isLogout { return AccessToken("b", refreshToken: "r2") }
        throw OAuthError(.invalidGrant)
      }
      _ = try await header(tokens)
      tokens.tokens.reject("Bearer a")
      let call = Task { try? await header(tokens) }
      for _ in 0..<number % 7 { await Task.yield() }
      if isLogout { try await tokens.logOut() } else { try await tokens.logIn(AccessToken("c")) }
      _ = await call.value
      #expect(tokens.tokens.snapshot.token?.value.revealed == (isLogout ? nil : "c"))
      #expect(tokens.tokens.logins.state == (isLogout ? .loggedOut : .loggedIn))
    }
  }

  @Test(
    "refreshes that need each other fail after 30 seconds, with an error that says so, and so do the calls",
    .feature("F45"))
  func mutual() async throws {
    let both = Locked<[BearerAuthenticator]>([])
    let clock = CallClock(clock)
    let pair = (0...1).map { number in
      BearerAuthenticator { _ in
        // Both begin before one needs the other.
        try await clock.sleep(for: .seconds(1))
        let other = both.withLock { $0[1 - number] }
        let request = TransportRequest(url: .api).starting(on: clock)
        _ = try await other.authenticate(request)
        return AccessToken("t")
      }
    }
    both.withLock { $0 = pair }
    let calls = pair.map { tokens in Task { try await header(tokens) } }
    try await self.clock.sleepers(2)
    for call in calls {
      let error = await #expect(throws: NetworkRequestError.self) { try await finish(call) }
      #expect(error?.kind == .authenticationFailed)
      #expect(error?.description.contains("need each other") == true, "\(error as Any)")
    }
    #expect(self.clock.now.offset == .seconds(31))
    both.withLock { $0 = [] }
  }

  @Test(
    "a refused refresh token is not sent again before a login, or before the store has another",
    .feature("F45"))
  func refused() async throws {
    let store = MemoryTokenStore(AccessToken("a", refreshToken: "r"))
    let posted = Locked<[String?]>([])
    let tokens = BearerAuthenticator(store: store) { old in
      posted.withLock { $0.append(old?.refreshToken?.revealed) }
      guard old?.refreshToken?.revealed == "good" else { throw OAuthError(.invalidGrant) }
      return AccessToken("new", refreshToken: "good")
    }
    #expect(try await header(tokens) == "Bearer a")
    tokens.tokens.reject("Bearer a")
    for _ in 0..<3 {
      let error = await #expect(throws: NetworkRequestError.self) { try await header(tokens) }
      #expect(error?.needsLogin == true && (error?.underlyingError as? OAuthError)?.code == .invalidGrant)
    }
    #expect(posted.withLock { $0 } == ["r"])
    try await tokens.logIn(AccessToken("b", refreshToken: "r"))
    #expect(try await header(tokens) == "Bearer b")
    tokens.tokens.reject("Bearer b")
    await #expect(throws: NetworkRequestError.self) { try await header(tokens) }
    #expect(posted.withLock { $0 } == ["r", "r"])
    store.save(AccessToken("c", refreshToken: "good"))
    #expect(try await header(tokens) == "Bearer c")
    tokens.tokens.reject("Bearer c")
    #expect(try await header(tokens) == "Bearer new")
    #expect(posted.withLock { $0 } == ["r", "r", "good"])
  }
}
