import Foundation
import HTTPTypes
import Integrations
import Logging
import MetricsTestKit
import OpenAPIRuntime
import PlaceholderServer
import Requisite
import RequisiteTesting
import Testing

/// What a generated client does with its transport: one call of `send` for each operation.
@Suite("The transport of a generated client", .timeLimit(.minutes(1)))
struct OpenAPITransportTests {
  private static let json: HTTPFields = [.contentType: "application/json", .accept: "application/json"]

  @Test("operations reach the embedded server, and a response of any status is returned", .feature("F30"))
  func operations() async throws {
    try await PlaceholderServer.run { server in
      let transport = OpenAPITransport()
      let todo = OpenAPIRuntime.HTTPBody(Data(#"{"title":"tea","completed":false,"userId":1}"#.utf8))
      let create = HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: "/todos", headerFields: Self.json)
      let created = try await transport.send(
        create, body: todo, baseURL: server.baseURL, operationID: "createTodo")
      #expect(created.0.status.code == 201 && created.0.headerFields[.contentType]?.contains("json") == true)
      let text = try await created.1.text
      #expect(text.contains(#""title":"tea""#.replacing(":", with: ": ")) || text.contains(#""title":"tea""#))
      let find = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/todos/999?_embed=user%20s")
      let missing = try await transport.send(
        find, body: nil, baseURL: server.baseURL, operationID: "findTodo")
      #expect(missing.0.status == .notFound)
      #expect(try await !missing.1.text.isEmpty)
      let head = HTTPRequest(method: .head, scheme: nil, authority: nil, path: "/todos/1")
      #expect(
        try await transport.send(head, body: nil, baseURL: server.baseURL, operationID: "head").1 == nil)
    }
  }

  @Test(
    "the path of an operation is below the server's URL", .feature("F30"),
    arguments: [
      ("https://h.example", "/todos?q=a%2Fb", "https://h.example/todos?q=a%2Fb"),
      ("https://h.example/v1/", "/todos/a%2Fb", "https://h.example/v1/todos/a%2Fb"),
      ("https://h.example/v1", "/todos/../admin", nil), ("https://h.example/v1", "/..", nil),
      ("https://h.example/v1", "/./todos", nil), ("https://h.example", "@evil.example/todos", nil),
    ] as [(String, String, String?)])
  func path(base: String, path: String, url: String?) async throws {
    let stub = StubTransport { On.any().respond(.status(204)) }
    let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
    let base = try #require(URL(string: base))
    let response = try? await OpenAPITransport(stub).send(request, body: nil, baseURL: base, operationID: "x")
    #expect((response == nil) == (url == nil))
    #expect(stub.requests.map(\.url.absoluteString) == (url.map { [$0] } ?? []))
  }

  @Test("retries send a body again that can be read again, and no other", .feature("F30"))
  func retries() async throws {
    let chunks = Chunks(count: 3, size: 50_000)
    for (behavior, attempts, status) in [(IterationBehavior.multiple, 2, 200), (.single, 1, 503)] {
      let stub = StubTransport { On.any().respond(.status(503), .text("fine")) }
      let transport = OpenAPITransport(stub.retried(.immediate(), budget: RetryBudget()))
      let body = OpenAPIRuntime.HTTPBody(
        chunks, length: .known(150_000), iterationBehavior: behavior)
      let response = try await transport.put(body)
      #expect(response.0.status.code == status && stub.requests.count == attempts)
      #expect(stub.requests.allSatisfy { $0.body.count == 150_000 })
    }
  }

  @Test(
    "a small body that can be read again is in memory, so that logs and recordings have it", .feature("F30"))
  func memory() async throws {
    let stub = StubTransport { On.any().respond(.status(200)) }
    _ = try await OpenAPITransport(stub).put(OpenAPIRuntime.HTTPBody(Data("tea".utf8)))
    let sent = try #require(stub.requests.first)
    guard case .data(let data) = sent.request.body.content else {
      Issue.record("not in memory")
      return
    }
    #expect(data == Data("tea".utf8))
  }

  @Test(
    "deadline, cache, one refresh of the token, recordings and HAR work as for other calls", .feature("F30"))
  func layers() async throws {
    let url = try #require(URL(string: "https://h.example"))
    let refreshes = Refreshes()
    let authenticator = BearerAuthenticator { _ in AccessToken("token-\(await refreshes.next())") }
    try await authenticator.logIn(AccessToken("token-0"))
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/kept").where("fresh token") { $0.headers[.authorization] == "Bearer token-1" }
        .respond(.text("kept", headers: ["Cache-Control": "max-age=60"]))
      On(.get, "/kept").respond(.status(401, headers: ["WWW-Authenticate": "Bearer"]))
      On(.get, "/slow").respond(StubResponse.text("slow").after(.seconds(60)))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (recorder, har) = (Recorder(), folder.appending(path: "calls.har"))
    let stack = stub.authenticated(with: authenticator, for: BaseURL("https://h.example"))
      .cached(in: MemoryCacheStore()).recorded(by: recorder).observed(by: try HARFile(har))
    let transport = OpenAPITransport(
      stack, options: RequestOptions().with(\.deadline, .seconds(2)), clock: CallClock(clock))
    for _ in 0..<2 {
      let kept = try await transport.get("/kept", below: url)
      #expect(try await kept.1.text == "kept")
    }
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer token-0", "Bearer token-1"])
    #expect(recorder.exchanges.map(\.status) == [200, 200])
    let entries = try String(contentsOf: har, encoding: .utf8).components(
      separatedBy: #""url":"https://h.example/kept""#)
    #expect(entries.count == 3)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { _ = try await transport.get("/slow", below: url) }
    }
    #expect(error?.isTimeout == true)
  }

  @Test("what was recorded of an operation is replayed", .feature("F30"))
  func replay() async throws {
    let url = try #require(URL(string: "https://h.example"))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = RecordingFile(folder.appending(path: "blobs.json"))
    let stub = StubTransport { On(.get, "/blob").respond(.text("tea")) }
    for mode in [RecordingMode.all, .replay] {
      let transport = OpenAPITransport(stub.replayed(from: file, mode: mode))
      #expect(try await transport.get("/blob", below: url).1.text == "tea")
    }
    #expect(stub.requests.count == 1)
  }

  @Test("the id of the operation is in logs and metrics", .feature("F30"))
  func labels() async throws {
    let (lines, metrics) = (KeepingHandler(), TestMetrics())
    let stub = StubTransport { On.any().respond(.status(200)) }
    let stack = stub.logged(using: Logger(label: "api") { _ in lines })
      .observed(by: MetricsObserver(factory: metrics))
    _ = try await OpenAPITransport(stack).put(nil)
    #expect(lines.lines.allSatisfy { $0.metadata["operation_id"] == "putBlob" } && !lines.lines.isEmpty)
    let recorder = try #require(metrics.recorders(label: "http.client.request.duration").first)
    #expect(recorder.dimensions.contains { $0 == ("operation.id", "putBlob") })
  }

  @Test("without a response, the error is the library's", .feature("F30"))
  func errors() async throws {
    let stub = StubTransport { On.any().respond(.failure(.cannotConnectToHost)) }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await OpenAPITransport(stub).put(nil)
    }
    #expect(error?.kind == .urlSessionFailed)
    let short = OpenAPIRuntime.HTTPBody(
      Chunks(count: 1, size: 70_000), length: .known(80_000), iterationBehavior: .single)
    let wrong = StubTransport { On.any().respond(.status(200)) }
    await #expect(throws: NetworkRequestError.self) { try await OpenAPITransport(wrong).put(short) }
  }
}

/// Counts the refreshes of a token.
private actor Refreshes {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}

/// Chunks of zeros.
struct Chunks: AsyncSequence, Sendable {
  let count, size: Int
  /// Is told of each chunk that is taken.
  var onChunk: @Sendable (Int) -> Void = { _ in }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: Chunks
    var taken = 0

    mutating func next() async throws -> ArraySlice<UInt8>? {
      guard taken < chunks.count else { return nil }
      taken += 1
      chunks.onChunk(taken)
      return [UInt8](repeating: 0, count: chunks.size)[...]
    }
  }
}

extension OpenAPITransport {
  func put(
    _ body: OpenAPIRuntime.HTTPBody?, _ path: String = "/blob",
    below base: URL? = URL(string: "https://h.example")
  ) async throws -> (HTTPResponse, OpenAPIRuntime.HTTPBody?) {
    var request = HTTPRequest(method: .put, scheme: nil, authority: nil, path: path)
    // As the runtime does.
    if case .known(let length) = body?.length { request.headerFields[.contentLength] = "\(length)" }
    return try await send(request, body: body, baseURL: try #require(base), operationID: "putBlob")
  }

  func get(_ path: String, below base: URL) async throws -> (HTTPResponse, OpenAPIRuntime.HTTPBody?) {
    let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
    return try await send(request, body: nil, baseURL: base, operationID: "getBlob")
  }
}

extension OpenAPIRuntime.HTTPBody? {
  /// The whole body as text.
  var text: String {
    get async throws {
      guard let self else { return "" }
      return String(decoding: try await Data(collecting: self, upTo: 1 << 20), as: UTF8.self)
    }
  }
}
