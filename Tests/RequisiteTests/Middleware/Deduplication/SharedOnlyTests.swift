import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A response is shared only with its own user", .timeLimit(.minutes(3)))
struct SharedOnlyTests {
  private let clock = TestClock()

  /// Makes an equal call of ann and one of bob, who logs in while hers is under way. Returns the texts of both, and how many
  /// requests the server received.
  private func texts(
    _ session: Session, _ server: StubTransport, _ transport: any Transport
  ) async throws -> (texts: [String], requests: Int) {
    let first = Task { try await Answer(transport.send(TransportRequest(url: .api))).text }
    try await clock.sleepers(1)
    session.user = "bob"
    let second = Task { try await Answer(transport.send(TransportRequest(url: .api))).text }
    let counting = try #require(transport as? any WaiterCounting)
    #expect(await until { counting.waiterCount == 2 })
    let alarm = Task {
      while true {
        try await clock.sleepers(1)
        clock.run()
      }
    }
    defer { alarm.cancel() }
    return (texts: [try await first.value, try await second.value], requests: server.requests.count)
  }

  @Test(
    "a user who logs in while an equal call is under way does not get its response", .feature("C8", "C12"),
    arguments: [true, false])
  func logins(isBuiltAnew: Bool) async throws {
    let (session, server) = (Session("ann"), StubTransport.echoingUser(on: clock))
    let layer = Custom.signing(server, session, isBuiltAnew: isBuiltAnew)
    let result = try await texts(session, server, layer.duplicatesRemoved())
    #expect(result.texts == ["ann", "bob"] && result.requests == 2)
  }

  @Test("the response of a plain base, or to a request that was built anew, is not shared", .feature("C12"))
  func unknown() async throws {
    let (session, server) = (Session("ann"), StubTransport.echoingUser(on: clock))
    let layer = Custom(
      upstream: server, change: { $0.headers["X-Api-Key"] = session.user }, buildsRequest: true)
    let result = try await texts(session, server, layer.duplicatesRemoved())
    #expect(result.texts == ["ann", "bob"] && result.requests == 2)
  }

  @Test("settings of a server inside do not keep calls from sharing a response", .feature("C12"))
  func settings() async throws {
    let server = StubTransport.echoingUser(on: clock)
    let transport = server.header("X-Api-Key", "k").basePath("/v1").queryItem("locale", "en")
      .authority("example.org").retried().duplicatesRemoved()
    let result = try await texts(Session(), server, transport)
    #expect(result.texts == ["klocale=en", "klocale=en"] && result.requests == 1)
  }

  @Test("a response that the cache confirms is shared", .feature("C9", "C12"))
  func confirmed() async throws {
    let server = StubTransport(clock: CallClock(clock)) {
      On.any().respond(.text("here", headers: [.eTag: "\"1\"", .cacheControl: "no-cache"]))
        .then(.status(304, headers: [.eTag: "\"1\""]).after(.seconds(1)))
    }
    let transport = server.cached().duplicatesRemoved()
    _ = try await transport.send(TransportRequest(url: .api))
    let result = try await texts(Session(), server, transport)
    #expect(result.texts == ["here", "here"] && result.requests == 2)
  }
}
