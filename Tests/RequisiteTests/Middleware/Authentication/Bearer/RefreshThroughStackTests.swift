import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

/// A stack whose authenticator gets its tokens by calls through the same stack.
private final class RefreshingStack: Sendable {
  let clock = TestClock()
  let stub: StubTransport
  private let made = Locked<NetworkDispatcher?>(nil)
  private let refreshes = Locked(0)

  /// - Parameter layers: Puts the layers around the authenticated transport.
  init(
    refreshingBy method: HTTPMethod = .post, at path: String = "/token", @StubBuilder stubs: () -> [Stub],
    layers: (any Transport) -> any Transport
  ) {
    stub = StubTransport(stubs())
    let (made, refreshes, clock) = (made, refreshes, clock)
    let callClock = CallClock(clock, startingAt: Date(timeIntervalSince1970: 0))
    let tokens = BearerAuthenticator(leeway: .zero, clock: callClock) { _ in
      refreshes.withLock { $0 += 1 }
      _ = try await made.withLock { $0 }?.send(TransportRequest(method: method, url: .api(path)))
      return AccessToken("new", expiry: callClock.date.addingTimeInterval(20), identity: "ann")
    }
    let transport = layers(stub.authenticated(with: tokens, for: URL.api.absoluteString))
    made.withLock { $0 = NetworkDispatcher(transport: transport, clock: callClock) }
  }

  var refreshCount: Int { refreshes.withLock { $0 } }

  func get(_ path: String) async throws -> NetworkResponse {
    let dispatcher = try #require(made.withLock { $0 })
    return try await dispatcher.send(TransportRequest(url: .api(path)))
  }

  var paths: [String] { stub.requests.map { "\($0.method) \($0.path) \($0.headers[.authorization] ?? "-")" } }
}

@Suite(
  "A refresh through the stack that its token is for waits for none of the calls that wait for it",
  .timeLimit(.minutes(1)))
struct RefreshThroughStackTests {
  @Test(
    "a throttle all of whose places are held by calls that wait for the token lets the refresh pass",
    arguments: [1, 64])
  func throttle(places: Int) async throws {
    let stack = RefreshingStack {
      On.any().respond(status: 200)
    } layers: {
      $0.throttled(max: places)
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<64 { group.addTask { try await stack.get("/\(number)").status } }
      for try await status in group { #expect(status == 200) }
    }
    #expect(stack.refreshCount == 1)
    #expect(stack.stub.requests.count == 65)
  }

  @Test("a refresh that makes the call that waits for it does not join that call")
  func dedupe() async throws {
    let stack = RefreshingStack(refreshingBy: .get, at: "/me") {
      On.any().respond(status: 200)
    } layers: {
      $0.duplicatesRemoved()
    }
    #expect(try await stack.get("/me").status == 200)
    #expect(stack.paths == ["GET /me -", "GET /me Bearer new"])
  }

  @Test("the trial of a circuit breaker closes it, although the trial waits for a token")
  func breaker() async throws {
    let stack = RefreshingStack {
      On(.get, "/a").respond(status: 500)
      On.any().respond(status: 200)
    } layers: {
      $0.circuitBreaker(CircuitBreaker(minimumCalls: 1))
    }
    await #expect(throws: NetworkRequestError.self) { try await stack.get("/a") }
    stack.clock.advance(by: .seconds(30))
    #expect(try await stack.get("/b").status == 200)
    #expect(try await stack.get("/c").status == 200)
    #expect(stack.refreshCount == 2)
  }

  @Test("a cache neither answers the call of a refresh nor stores its response")
  func cache() async throws {
    let stack = RefreshingStack(refreshingBy: .get, at: "/me") {
      On.any().respond(.status(200, headers: ["Cache-Control": "max-age=60"]))
    } layers: {
      $0.cached()
    }
    // The user of the first call was not known before the refresh.
    #expect(try await stack.get("/me").cacheDecision?.isStored == false)
    #expect(try await stack.get("/me").cacheDecision?.isStored == true)
    #expect(try await stack.get("/me").cacheDecision?.outcome == .hit)
    #expect(stack.paths == ["GET /me -", "GET /me Bearer new", "GET /me Bearer new"])
  }

  @Test("the recommended stack refreshes through itself with one place for each host")
  func standardStack() async throws {
    let made = Locked<NetworkDispatcher?>(nil)
    let stub = StubTransport { On.any().respond(status: 200) }
    var stack = StandardStack(on: stub)
    stack.concurrentCalls = 1
    stack.circuitBreaker = CircuitBreaker()
    stack.authenticator = BearerAuthenticator { _ in
      _ = try await made.withLock { $0 }?.send(TransportRequest(url: .api("/me")))
      return AccessToken("new")
    }
    stack.authenticatedOrigins = [URL.api.asBaseURL]
    let dispatcher = NetworkDispatcher(transport: stack.transport)
    made.withLock { $0 = dispatcher }
    #expect(try await dispatcher.send(TransportRequest(url: .api("/me"))).status == 200)
    #expect(stub.requests.map { $0.headers[.authorization] } == [nil, "Bearer new"])
  }

  @Test("an authenticator of a user's own says that it gets a credential, and its calls pass")
  func ownAuthenticator() async throws {
    let made = Locked<NetworkDispatcher?>(nil)
    let stub = StubTransport { On.any().respond(status: 200) }
    let dispatcher = NetworkDispatcher(
      transport: stub.authenticated(with: OwnLogin(dispatcher: made), for: URL.api.absoluteString).throttled(
        max: 1))
    made.withLock { $0 = dispatcher }
    #expect(try await dispatcher.send(TransportRequest(url: .api("/me"))).status == 200)
    #expect(stub.requests.map(\.path) == ["/login", "/me"])
    #expect(!CredentialRefresh.isInProgress)
  }
}

/// An authenticator that logs in, through the stack that it is part of, before each request.
private struct OwnLogin: Authenticator {
  let dispatcher: Locked<NetworkDispatcher?>

  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    guard !CredentialRefresh.isInProgress else { return request }
    do {
      try await CredentialRefresh.$isInProgress.withValue(true) {
        _ = try await dispatcher.withLock { $0 }?.send(TransportRequest(method: .post, url: .api("/login")))
      }
    } catch { throw NetworkRequestError(error, request: request) }
    return request
  }
}
