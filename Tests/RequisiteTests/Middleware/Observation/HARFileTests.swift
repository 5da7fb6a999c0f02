import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Writing calls to an HTTP archive", .timeLimit(.minutes(1)))
struct HARFileTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appendingPathComponent("calls.har") }

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "calls are entries of a file that is complete after each of them, and replay from it", .feature("F33"))
  func replays() async throws {
    let stub = StubTransport {
      On(.get, "/todos/1").respond(json: Todo(id: 1, title: "Milk"))
      On(.post, "/todos").respond(status: 201, json: Todo(id: 2, title: "Tea"))
      On(.get, "/photo").respond(headers: [.contentType: "image/png"], data: Data([0xFF, 0, 1]))
    }
    let client = APIClient(baseURL: URL.api, transport: stub.observed(by: try .har(to: file)))
    #expect(try entries.isEmpty)
    let first = try await client.dispatch(
      Endpoint<Todo>.get("/todos/1", query: ["q": "a b", "token": "s3cret"]))
    #expect(try entries.count == 1)
    _ = try await client.dispatch(Endpoint<Todo>.post("/todos", body: ["title": "Tea"]))
    _ = try await client.dispatch(Endpoint<Data>.get("/photo"))
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("s3cret"))
    #expect(try entries.map(\.request.bodySize) == [0, 15, 0])

    let replay = ReplayTransport(try Recording(har: RecordingFile(file)))
    let again = APIClient(baseURL: URL.api, transport: replay)
    let replayed = try await again.dispatch(
      Endpoint<Todo>.get("/todos/1", query: ["q": "a b", "token": "other"]))
    #expect(replayed == first)
    #expect(try await again.dispatch(Endpoint<Todo>.post("/todos", body: ["title": "Tea"])).title == "Tea")
    #expect(try await again.dispatch(Endpoint<Data>.get("/photo")) == Data([0xFF, 0, 1]))
    try replay.verify()
  }

  @Test(
    "an entry has the phases of its exchange; the rest of the call's time is blocked", .feature("F33", "F10"))
  func timings() throws {
    var phases = CallTimeline.Timings()
    phases.queued = .milliseconds(1)
    phases.nameResolved = .milliseconds(3)
    phases.connected = .milliseconds(6)
    phases.secured = .milliseconds(10)
    phases.requestSent = .milliseconds(10)
    phases.firstByte = .milliseconds(30)
    phases.lastByte = .milliseconds(35)
    phases.remoteAddress = "[::1]:443"
    var response = TransportResponse(status: 200, url: URL.api)
    response.timings = phases
    let request = TransportRequest(url: URL.api)
    let ended = CallEvent.Kind.ended(
      .success(NetworkResponse(response, to: request)), after: .milliseconds(100))
    let end = Date(timeIntervalSince1970: 1.1)
    let entry = try #require(HAR.Entry(CallEvent(ended, request), endedAt: end))
    let timings = try #require(entry.timings)
    #expect([timings.dns, timings.connect, timings.ssl, timings.wait, timings.receive] == [2, 7, 4, 20, 5])
    #expect(timings.blocked == 66)
    #expect(entry.time == 100)
    #expect(entry.startedDateTime == "1970-01-01T00:00:01.000Z")
    #expect(entry.serverIPAddress == "::1")
  }

  @Test(
    "a call without a response has the status 0 and the error; a stream has a comment in place of its body")
  func others() async throws {
    let stub = StubTransport {
      On(.get, "/down").respond(.failure(.notConnectedToInternet))
      On(.get, "/lines").respond(.text("a\nb"))
    }
    let client = APIClient(baseURL: URL.api, transport: stub.observed(by: try .har(to: file)))
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<NoContent>.get("/down"))
    }
    for try await _ in try await client.dispatch(Endpoint<Lines>.get("/lines")) {}
    let (down, lines) = (try #require(try entries.first), try #require(try entries.last))
    #expect(down.response.status == 0 && down.comment?.isEmpty == false)
    #expect(lines.response.content?.text == nil && lines.response.content?.comment != nil)
  }

  @Test("sizes that are not known and phases that did not take place are -1, as the format has them")
  func unknown() throws {
    let request = TransportRequest(url: URL.api)
    let kind = CallEvent.Kind.ended(.failure(.cancelled(request)), after: .milliseconds(3))
    let entry = try #require(HAR.Entry(CallEvent(kind, request), endedAt: Date(timeIntervalSince1970: 1)))
    #expect(entry.request.headersSize == -1 && entry.request.bodySize == 0)
    #expect(entry.response.headersSize == -1 && entry.response.bodySize == -1)
    #expect(entry.response.content?.size == 0)
    let timings = try #require(entry.timings)
    #expect([timings.dns, timings.connect, timings.ssl] == [-1, -1, -1])
    #expect([timings.blocked, timings.send, timings.wait, timings.receive] == [3, 0, 0, 0])
  }

  @Test("entries of concurrent calls are all written")
  func concurrent() async throws {
    let stub = StubTransport { On(.get, "/todos").respond(json: [Todo(id: 1, title: "Milk")]) }
    let client = APIClient(baseURL: URL.api, transport: stub.observed(by: try .har(to: file)))
    let requests = (0..<50).map { Endpoint<[Todo]>.get("/todos", query: ["n": $0]) }
    _ = try await client.values(of: requests)
    #expect(try Set(entries.map(\.request.url)).count == 50)
  }

  @Test(
    "a file that cannot be created is an error, and one that was changed is reported without failing the call"
  )
  func failures() async throws {
    #expect(throws: NetworkRequestError.self) {
      try HARFile(folder.url.appendingPathComponent("missing/calls.har"))
    }
    let failures = Locked<[String]>([])
    let har = try HARFile(file) { error in failures.withLock { $0.append("\(error)") } }
    try Data("changed".utf8).write(to: file)
    let stub = StubTransport { On(.get, "/a").respond(.status(204)) }
    _ = try await APIClient(baseURL: URL.api, transport: stub.observed(by: har)).dispatch(
      Endpoint<NoContent>.get("/a"))
    #expect(failures.withLock { $0 }.map { $0.contains("no longer ends as it was written") } == [true])
  }

  private var entries: [HAR.Entry] {
    get throws { try JSONCoding().decode(HAR.self, from: Data(contentsOf: file)).log.entries }
  }
}
