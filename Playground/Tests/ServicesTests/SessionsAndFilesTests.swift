import Foundation
import Requisite
import RequisiteTesting
import Testing

@testable import Services

@Suite("Programs with sessions, files and lists do what they say", .timeLimit(.minutes(3)))
struct SessionsAndFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  @Test("an upload in pieces is signed piece by piece, and a list that is XML is read")
  func signedUploads() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = folder.appending(path: "film")
    try Data(0..<25).write(to: film)
    let stub = StubTransport {
      On(.put, "/objects/my film").query("part", "2").respond(
        .status(503), .status(200, headers: [.eTag: "\"2\""]))
      On(.put, "/objects/my film").respond(status: 200, headers: [.eTag: "\"1\""])
      On(.post, "/objects/my film").query("upload", "u").respond(status: 200)
      On(.post, "/objects/my film").respond(json: ["id": "u"])
      On(.get, "/objects").respond(
        .text("<List><Key>a</Key><Key>b</Key></List>"), .text("<html></html>"))
    }
    var store = SignedUploads(store: "https://store.example.com", keyID: "id", key: "secret", terminal: stub)
    store.pieceSize = 10
    try await store.upload(film, as: "my film", labels: ["kind": "film"])
    #expect(stub.requests.first?.url.query() == "uploads")
    #expect(stub.requests.filter { $0.method == .put }.map(\.body.count).sorted() == [5, 10, 10, 10])
    #expect(
      stub.requests.allSatisfy {
        $0.headers[.authorization]?.hasPrefix("AWS4-HMAC-SHA256 Credential=id/") == true
      })
    let last = try #require(stub.requests.last)
    #expect(last.headers["x-label-kind"] == "film")
    #expect(last.text == #"{"tags":["\"1\"","\"2\"","\"1\""]}"#)
    #expect(try await store.keys() == ["a", "b"])
    let error = await #expect(throws: NetworkRequestError.self) { try await store.keys() }
    #expect(error?.underlyingError is SignedUploads.Listing.Malformed)
  }

  @Test("a login with a second factor, and tokens that the service renews in a form of its own")
  @MainActor func accounts() async throws {
    let pair: (String) -> JSONValue = {
      ["access": .string($0), "refresh": "r", "seconds": 3600, "user": "ann"]
    }
    let stub = StubTransport {
      On(.post, "/login").json(["name": "ann", "password": "p", "code": "123"]).respond(json: pair("one"))
      On(.post, "/login").json(["name": "ann", "password": "p", "code": nil]).respond(
        status: 401, headers: ["X-Second-Factor": "required"])
      On(.post, "/login").respond(status: 401)
      On(.post, "/renew").respond(.json(pair("two")), .status(401))
      On(.get, "/orders").header(.authorization, "Bearer one").respond(.json(["Lamp"]), .status(401))
      On(.get, "/orders").header(.authorization, "Bearer two").respond(.json(["Desk"]), .status(401))
    }
    let model = AccountModel(
      baseURL: "https://api.example.com", store: MemoryTokenStore(), transport: stub)
    await model.logIn("eve", "x")
    #expect(model.screen == .login(hint: "The name or the password is wrong."))
    await model.logIn("ann", "p")
    #expect(model.screen == .code)
    await model.logIn("ann", "p", code: "123")
    #expect(model.screen == .home(["Lamp"]))
    let orders = Endpoint<[String]>.get("/orders")
    #expect(try await model.api.dispatch(orders) == ["Desk"])
    guard case .failure(let error) = await model.api.result(of: orders) else {
      Issue.record("no failure")
      return
    }
    #expect(error.needsLogin)
  }

  @Test("a download is paused, and finished later; a damaged file is named; parts make the whole")
  func podcasts() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stub = StubTransport {
      On(.get, "/1.mp3").respond(.never, .text("0123456789", contentType: "audio/mpeg"))
      On(.get, "/2.mp3").respond(.text("x", contentType: "audio/mpeg"))
      On(.head, "/3.mp3").respond(status: 200, headers: [.eTag: "\"3\"", .contentLength: "4"])
      On(.get, "/3.mp3").header(.range, "bytes=0-2").respond(
        .text("012", status: 206, headers: [.contentRange: "bytes 0-2/4"]))
      On(.get, "/3.mp3").header(.range, "bytes=3-3").respond(
        .text("3", status: 206, headers: [.contentRange: "bytes 3-3/4"]))
    }
    let urls = try (1...3).map { try #require(URL(string: "https://podcasts.example.com/\($0).mp3")) }
    let podcasts = Podcasts(folder: folder, terminal: stub)
    await podcasts.start(urls[0], as: "1")
    try await stub.requests(atLeast: 1)
    await podcasts.pause("1")
    var states = podcasts.states.filter { if case .running = $0.state { false } else { true } }
      .makeAsyncIterator()
    #expect(await states.next()?.state == .paused)
    await podcasts.start(urls[0], as: "1")
    #expect(await states.next()?.state == .done)
    await podcasts.start(urls[1], as: "2", sha256: String(repeating: "0", count: 64))
    #expect(await states.next()?.state == .failed("The file is damaged."))
    let client = APIClient(baseURL: "https://podcasts.example.com", transport: stub)
    #expect(try await Podcasts.parts(of: urls[2], size: 3, with: client) == Data("0123".utf8))
  }

  @Test("a list with a cursor is read to its end, and what has not changed is not read")
  func pullRequests() async throws {
    func page(_ title: String, after: JSONValue) -> JSONValue {
      let info: JSONValue = ["hasNextPage": .bool(after.string != nil), "endCursor": after]
      return [
        "data": ["repository": ["pullRequests": ["nodes": [["title": .string(title)]], "pageInfo": info]]]
      ]
    }
    let stub = StubTransport {
      On(.post, "/graphql").respond(
        .json(page("First", after: "c")), .json(page("Second", after: nil)),
        .json(["errors": [["message": "no such repository"]]]))
      On(.get, "/repos/ann/todos/news").header(.ifNoneMatch, "\"1\"").respond(status: 304)
      On(.get, "/repos/ann/todos/news").respond(headers: [.eTag: "\"1\""], json: [["title": "First"]])
    }
    let requests = PullRequests(client: APIClient(baseURL: "https://api.example.com", transport: stub))
    #expect(try await requests.all(of: "todos").map(\.title) == ["First", "Second"])
    let error = await #expect(throws: NetworkRequestError.self) { try await requests.all(of: "nothing") }
    #expect(error.map(GraphQL.problems)?.first?.message == "no such repository")
    let news = try await requests.news(of: "ann/todos", since: nil)
    #expect(news?.titles == ["First"])
    #expect(try await requests.news(of: "ann/todos", since: news?.tag) == nil)
  }

  @Test("an envelope is opened, and the error in it thrown")
  func envelopes() async throws {
    let news = News(client: APIClient(environment: .mock))
    #expect(try await news.send(FindArticles(page: 1)) == ["First"])
    let error = await #expect(throws: NetworkRequestError.self) {
      try await news.send(PostComment(article: 1, text: "hello"))
    }
    let refusal = error?.underlyingError as? Enveloped<JSONValue>.Refusal
    #expect(refusal == .init(code: 7, message: "closed"))
  }

  @Test("a service in front of another one passes requests on, and answers while the other fails")
  func edge() async throws {
    let stub = StubTransport {
      On(.get, "/a/1").respond(
        .json([1], headers: [.cacheControl: "max-age=0, stale-if-error=600", .eTag: "\"1\""]),
        .status(503), .status(503), .status(503))
      On(.post, "/b").query("q", "x").header("X-Api-Key", "k").respond(status: 422, json: ["no": true])
    }
    let lines = AsyncStream.makeStream(of: String.self)
    let edge = Edge(upstream: "https://upstream.example.com", key: "k", terminal: stub) {
      lines.continuation.yield($0)
    }
    let deadline = CallDeadline(.seconds(60))
    #expect(try await edge.forward(.get, "/a/1", deadline: deadline).isStale == false)
    let stale = try await edge.forward(.get, "/a/1", deadline: deadline)
    #expect(stale.isStale && stale.status == 200 && stale.body == Data("[1]".utf8))
    let refused = try await edge.forward(
      .post, "/b", query: ["q": "x"], headers: ["X-Private": "p", .contentType: "application/json"],
      body: Data("{}".utf8), deadline: deadline)
    #expect(refused.status == 422 && stub.requests.last?.text == "{}")
    #expect(stub.requests.last?.headers["X-Private"] == nil)
    #expect("\(edge.statistics)".hasPrefix("3 calls, 33.3 % failed"))
    var entries = lines.stream.makeAsyncIterator()
    #expect(try JSONValue(json: await entries.next() ?? "")["event"]?.string == "started")
  }
}
