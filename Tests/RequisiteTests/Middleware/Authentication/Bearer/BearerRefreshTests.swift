import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Refresh of bearer tokens", .timeLimit(.minutes(3)))
struct BearerRefreshTests {
  private let clock = TestClock()

  private func sendAll(
    _ count: Int, through transport: some Transport
  ) async -> [Result<Int, NetworkRequestError>] {
    await withTaskGroup(of: Result<Int, NetworkRequestError>.self) { group in
      for _ in 0..<count {
        group.addTask {
          await Result.awaiting { () async throws(NetworkRequestError) in
            try await transport.send(TransportRequest(url: .api)).status
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test(
    "a rejected token is replaced, the request is sent again, and the next call has the new token",
    .feature("C8"))
  func rejected() async throws {
    let server = TokenServer(valid: "new")
    let store = MemoryTokenStore(AccessToken("old"))
    let tokens = BearerAuthenticator(store: store) { server.refresh($0) }
    let stub = server.transport
    let transport = stub.authenticated(with: tokens, for: URL.api)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new", "Bearer new"])
    #expect(server.refreshes == ["old"])
    #expect(store.load()?.value.revealed == "new")
  }

  @Test("1,000 calls whose token is rejected at once cost one refresh, and all succeed", .feature("F20"))
  func thousand() async throws {
    let server = TokenServer(valid: "new", delays: ["/": .seconds(1)], clock: clock)
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("old"))) { server.refresh($0) }
    let stub = server.transport
    let transport = stub.authenticated(with: tokens, for: URL.api)
    async let results = sendAll(1_000, through: transport)
    try await clock.sleepers(1_000)
    clock.advance(by: .seconds(1))
    #expect(await results.allSatisfy { $0 == .success(200) })
    #expect(server.refreshes == ["old"])
    #expect(stub.requests.count == 2_000)
  }

  @Test("a late 401 for a token that has been replaced is repeated with the current one, without a refresh")
  func late() async throws {
    let server = TokenServer(valid: "new", delays: ["/late": .seconds(10)], clock: clock)
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("old"))) { server.refresh($0) }
    let transport = server.transport.authenticated(with: tokens, for: URL.api)
    async let late = transport.send(TransportRequest(url: .api("/late")))
    try await clock.sleepers(1)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    clock.advance(by: .seconds(10))
    #expect(try await late.status == 200)
    #expect(server.refreshes == ["old"])
  }

  @Test("a failed refresh fails all waiting calls with one error, and the next call tries again")
  func failing() async throws {
    struct Down: Error {}
    let count = Locked(0)
    let tokens = BearerAuthenticator { [clock] _ in
      guard
        count.withLock({
          $0 += 1; return $0
        }) == 1
      else { return AccessToken("new") }
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      throw Down()
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    async let results = sendAll(100, through: transport)
    try await clock.sleepers(1)
    #expect(await until { tokens.tokens.waiterCount == 100 })
    clock.advance(by: .seconds(1))
    for result in await results {
      guard case .failure(.authenticationFailed(let failure)) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(failure.underlyingError is Down)
    }
    #expect(stub.requests.isEmpty)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(count.withLock { $0 } == 2)
  }

  @Test("a cancelled call stops waiting at once, and the refresh of the others continues")
  func cancelled() async throws {
    let tokens = BearerAuthenticator { [clock] _ in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      return AccessToken("new")
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    let first = Task { try await transport.send(TransportRequest(url: .api)).status }
    try await clock.sleepers(1)
    let second = Task { try await transport.send(TransportRequest(url: .api)).status }
    #expect(await until { tokens.tokens.waiterCount == 2 })
    first.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await first.value }
    #expect(error?.isCancellation == true)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(try await second.value == 200)
  }

  @Test("a call that is cancelled before it needs a token does not wait for the refresh of another call")
  func cancelledBefore() async throws {
    let tokens = BearerAuthenticator { [clock] _ in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      return AccessToken("new")
    }
    let first = Task { try await tokens.authenticate(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    let second = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await tokens.authenticate(TransportRequest(url: .api))
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await second.value }
    #expect(error?.isCancellation == true && clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(try await first.value.headers[.authorization] == "Bearer new")
  }

  @Test("a deadline ends the wait for a token, and not the refresh")
  func deadline() async throws {
    let tokens = BearerAuthenticator { [clock] _ in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(10)))
      return AccessToken("new")
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let dispatcher = NetworkDispatcher(
      transport: stub.authenticated(with: tokens, for: URL.api), clock: CallClock(clock))
    let options = RequestOptions(deadline: .seconds(3))
    let call = Task { try await dispatcher.send(TransportRequest(url: .api, options: options)) }
    try await clock.sleepers(2)
    clock.advance(by: .seconds(3))
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.kind == .deadlineExceeded)
    clock.advance(by: .seconds(7))
    #expect(try await dispatcher.send(TransportRequest(url: .api)).status == 200)
  }

  @Test("a new token that is rejected as well is not replaced again: the 401 is the response")
  func rejectedTwice() async throws {
    let server = TokenServer(valid: "never")
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("a"))) { _ in
      _ = server.refresh(nil)
      return AccessToken("b")
    }
    let stub = server.transport
    let transport = stub.authenticated(with: tokens, for: URL.api)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 401)
    #expect(stub.requests.count == 2)
    #expect(server.refreshes.count == 1)
  }

  @Test("a call of the refresh through the same stack is sent without a token and does not wait")
  func ownCalls() async throws {
    let stub = StubTransport {
      On(.post, "/token").respond(text: "new")
      On(.get, "/").respond(status: 200)
    }
    let stack = Locked<(any Transport)?>(nil)
    let tokens = BearerAuthenticator { _ in
      let transport = try #require(stack.withLock { $0 })
      let response = try await transport.send(TransportRequest(method: .post, url: .api("/token")))
      guard case .data(let data) = response.body else { return AccessToken("none") }
      return AccessToken(String(decoding: data, as: UTF8.self))
    }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    stack.withLock { $0 = transport }
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(stub.requests.map { $0.headers[.authorization] } == [nil, "Bearer new"])
  }
}
