import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Deduplication", .timeLimit(.minutes(3)))
struct DeduplicationTests {
  let clock = TestClock()
  var callClock: CallClock { CallClock(clock) }

  @Test("equal calls at the same time share one request, and each gets the response", .feature("C12"))
  func shared() async throws {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    let responses = try await withThrowingTaskGroup(of: TransportResponse.self) { group in
      for _ in 0..<100 { group.addTask { try await transport.send(TransportRequest(url: .api)) } }
      try await allWait(100, for: transport)
      clock.run()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(responses.count == 100)
    #expect(responses.allSatisfy { $0.bytes == Data("here".utf8) })
    #expect(stub.requests.count == 1)
  }

  @Test("a call that wants to see its progress sends a request of its own", .feature("C12"))
  func progress() async throws {
    let watched = RequestOptions().with(\.onProgress, { _ in })
    let requests = (0..<6).map {
      TransportRequest(url: .api, options: $0 % 2 == 0 ? watched : RequestOptions())
    }
    #expect(try await sent(requests) == 4, "three with progress, and one for the others")
  }

  @Test("a call that begins after the response sends its own request", .feature("C12"))
  func afterwards() async throws {
    let stub = StubTransport { On.any().respond(text: "here") }
    let transport = stub.duplicatesRemoved()
    for _ in 1...3 { _ = try await transport.send(TransportRequest(url: .api)) }
    #expect(stub.requests.count == 3)
  }

  @Test("an error is shared like a response")
  func errors() async throws {
    let stub = StubTransport(clock: callClock) {
      On.any().respond(.failure(.networkConnectionLost).after(.seconds(1)))
    }
    let transport = stub.duplicatesRemoved()
    let calls = (0..<5).map { _ in Task { try await transport.send(TransportRequest(url: .api)) } }
    try await allWait(5, for: transport)
    clock.run()
    for call in calls {
      let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
      #expect(error?.kind == .urlSessionFailed)
    }
    #expect(stub.requests.count == 1)
  }

  @Test("calls that differ in method, URL, a header field or an option are not shared")
  func differences() async throws {
    let base = TransportRequest(url: .api)
    let requests = [
      base, TransportRequest(method: .head, url: .api), TransportRequest(url: .api("/other")),
      TransportRequest(url: .api, headers: [.accept: "text/plain"]),
      TransportRequest(url: .api, headers: [.acceptLanguage: "de"]),
      TransportRequest(url: .api, headers: [.authorization: "Bearer a"]),
      TransportRequest(url: .api, headers: [.authorization: "Bearer b"]),
      TransportRequest(url: .api, headers: [.range: "bytes=0-9"]),
      TransportRequest(url: .api, headers: ["X-Api-Key": "a"]),
      // Two keys, though their characters are equal.
      TransportRequest(url: .api, headers: ["X-Api-Key": "\u{E9}"]),
      TransportRequest(url: .api, headers: ["X-Api-Key": "e\u{301}"]),
      TransportRequest(url: .api, options: RequestOptions().with(\.maximumBodySize, 10)),
    ]
    #expect(try await sent(requests) == requests.count)
  }

  @Test("calls that differ only in ids and trace fields share one request")
  func ignoredHeaders() async throws {
    let requests = (0..<4).map {
      TransportRequest(url: .api, headers: [.xRequestID: "\($0)", .traceparent: "\($0)", .accept: "*/*"])
    }
    #expect(try await sent(requests) == 1)
  }

  @Test("unsafe methods, bodies, streams and files pass through")
  func passingThrough() async throws {
    let folder = try TemporaryFolder()
    let requests = [
      TransportRequest(method: .post, url: .api), TransportRequest(method: .put, url: .api),
      TransportRequest(method: .delete, url: .api),
      TransportRequest(method: .options, url: .api, body: .text("a")),
      TransportRequest(url: .api, delivery: .streamed), TransportRequest(url: .api, delivery: .file(nil)),
    ]
    let files = (0..<2).map {
      TransportRequest(url: .api, delivery: .file(folder.url.appending(path: "\($0)")))
    }
    #expect(try await sent(requests.flatMap { [$0, $0] } + files) == 14)
  }

  @Test("calls of two users are not shared, also if their credentials are added after a redirect only")
  func users() async throws {
    let stub = slowStub()
    let shared = stub.duplicatesRemoved()
    let requests = ["ann", "bob"].map { user in
      shared.authenticated(with: DigestAuthenticator(user: user, password: "p"), for: URL.api)
    }
    let calls = (requests + requests).map { transport in
      Task { try await transport.send(TransportRequest(url: .api)) }
    }
    try await allWait(4, for: shared)
    #expect(await until { clock.sleeperCount == 2 })
    clock.run()
    for call in calls { #expect(try await call.value.status == 200) }
    #expect(stub.requests.count == 2)
  }

  func slowStub() -> StubTransport {
    StubTransport(clock: callClock) { On.any().respond(.text("here").after(.seconds(1))) }
  }

  /// How many requests go out for calls at the same time.
  private func sent(_ requests: [TransportRequest]) async throws -> Int {
    let stub = slowStub()
    let transport = stub.duplicatesRemoved()
    let calls = requests.map { request in Task { try await transport.send(request) } }
    defer { for call in calls { call.cancel() } }
    let shareable = requests.count(where: DuplicateKey.mayShare)
    try await allWait(shareable, for: transport)
    #expect(await until { stub.requests.count >= requests.count - shareable })
    // All calls have begun; those that reach the stub late are woken as well.
    let alarm = Task {
      while true {
        try await clock.sleepers(1)
        clock.run()
      }
    }
    defer { alarm.cancel() }
    for call in calls {
      if case .file(let url) = try await call.value.body { try FileManager.default.removeItem(at: url) }
    }
    return stub.requests.count
  }

  func allWait(_ count: Int, for transport: some Transport) async throws {
    let flights = try #require(transport as? DeduplicationTransport<StubTransport>)
    #expect(await until { flights.waiterCount >= count && clock.sleeperCount > 0 })
  }
}
