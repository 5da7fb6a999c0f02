import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A call that begins after a change does not join one from before it", .timeLimit(.minutes(3)))
struct WritesDuringFlightsTests {
  private let clock = TestClock()

  /// A server whose first response to a GET takes a second; each change succeeds at once.
  private func server(_ change: StubResponse = .status(204)) -> StubTransport {
    StubTransport(clock: CallClock(clock)) {
      On(.get, "/**").respond(.cached("old", "max-age=60").after(.seconds(1))).once()
      On(.get, "/**").respond(.cached("new", "max-age=60"))
      On("/**").respond(change)
    }
  }

  /// Sends a GET, a change while it is under way, and another GET. Returns the text of that.
  private func second(
    through first: any Transport, changing other: (any Transport)? = nil, _ method: HTTPMethod = .put,
    _ path: String = "/a", mode: CacheMode = .standard, joins: Bool = false
  ) async throws -> String {
    var get = TransportRequest(url: .api("/a"))
    get.options.cache = mode
    let request = get
    let early = Task { try await first.send(request) }
    try await clock.sleepers(1)
    do {
      _ = try await (other ?? first).send(TransportRequest(method: method, url: .api(path)))
    } catch {}
    let late = Task { try await Answer(first.send(request)).text }
    if joins { #expect(await until { first.waiterCount(for: 2) }) }
    clock.run()
    #expect(try await Answer(early.value).text == "old")
    return try await late.value
  }

  @Test(
    "whatever the order of deduplication and cache, and with a reload", .feature("F47"),
    arguments: [CacheMode.standard, .reload, .noStore])
  func orders(mode: CacheMode) async throws {
    for number in 0..<6 {
      let server = server()
      let stack: any Transport =
        switch number {
        case 0: server.duplicatesRemoved()
        case 1: server.cached().duplicatesRemoved()
        case 2: server.duplicatesRemoved().cached()
        case 3: server.duplicatesRemoved().cached().duplicatesRemoved()
        case 4: Hidden(server.cached()).retried(.immediate(attempts: 2)).duplicatesRemoved()
        default: StandardStack(on: server).transport
        }
      #expect(try await second(through: stack, mode: mode) == "new", "order \(number)")
    }
  }

  @Test("a change by another stack on the same store counts, too", .feature("F47"))
  func otherStack() async throws {
    for mode in [CacheMode.standard, .reload] {
      for isOutside in [true, false] {
        let (server, store) = (server(), MemoryCacheStore())
        let stack: any Transport =
          isOutside
          ? Hidden(server.cached(in: store)).duplicatesRemoved()
          : server.duplicatesRemoved().cached(in: store)
        let other = server.cached(in: store)
        #expect(try await second(through: stack, changing: other, mode: mode) == "new")
      }
    }
  }

  @Test("a change counts for the URLs that its response names, and if its response is lost", .feature("F47"))
  func urls() async throws {
    let named = StubResponse.status(201, headers: ["Location": "/a"])
    #expect(try await second(through: server(named).duplicatesRemoved(), .post, "/list") == "new")
    let lost = StubResponse.failure(.networkConnectionLost)
    #expect(try await second(through: server(lost).duplicatesRemoved()) == "new")
  }

  @Test("a refused change, a safe method and a change of another URL end no flight", .feature("F47"))
  func others() async throws {
    let cases: [(StubResponse, HTTPMethod, String)] = [
      (.status(403), .put, "/a"), (.failure(.cannotFindHost), .put, "/a"), (.status(204), .options, "/a"),
      (.status(204), .put, "/b"),
    ]
    for (change, method, path) in cases {
      let stack = server(change).duplicatesRemoved()
      #expect(try await second(through: stack, method, path, joins: true) == "old")
    }
  }

  @Test(
    "calls that begin after the change share one request, while the older ones share theirs", .feature("F47"))
  func groups() async throws {
    let server = StubTransport(clock: CallClock(clock)) {
      On(.get, "/a").respond(.cached("here", "max-age=60").after(.seconds(1)))
      On(.put, "/a").respond(.status(204))
    }
    let stack = server.duplicatesRemoved()
    let get = TransportRequest(url: .api("/a"))
    var calls: [Task<TransportResponse, any Error>] = []
    for round in 1...3 {
      calls += (0..<5).map { _ in Task { try await stack.send(get) } }
      #expect(await until { stack.waiterCount(for: round * 5) })
      _ = try await stack.send(TransportRequest(method: .put, url: .api("/a")))
    }
    clock.run()
    for call in calls { #expect(try await call.value.status == 200) }
    #expect(server.requests.count { $0.method == .get } == 3)
  }
}

extension Transport {
  fileprivate func waiterCount(for count: Int) -> Bool {
    (self as? DeduplicationTransport<StubTransport>)?.waiterCount == count
  }
}
