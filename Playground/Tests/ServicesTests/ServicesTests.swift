import Foundation
import Requisite
import RequisiteTesting
import RequisiteWebSocket
import Testing

@testable import Services

@Suite("Ten kinds of program do what they say", .timeLimit(.minutes(3)))
struct ServicesTests {
  @Test("a view model shows the weather, and why there is none")
  @MainActor func weather() async {
    let stub = StubTransport {
      On(.get, "/v1/forecast").query("place", "Oslo").respond(
        json: ["daily": ["days": [["date": "2026-11-26T00:00:00.5+01:00", "temp_max": 21.5]], "n": 1]])
      On(.get, "/v1/forecast").respond(status: 404)
    }
    let model = WeatherModel(
      client: APIClient(
        baseURL: "https://weather.example.com", json: JSONCoding(keys: .snakeCase, dates: .iso8601),
        transport: stub))
    model.load("Oslo")
    await model.loaded()
    #expect(model.days.map(\.tempMax) == [21.5])
    #expect(stub.requests.first?.url.query() == "place=Oslo&days=5&units=metric")
    model.load("Nowhere")
    await model.loaded()
    #expect(model.message == "No place is called Nowhere.")
  }

  @Test("a language model streams its words, calls a tool, and gets the same bytes for the same messages")
  func languageModel() async throws {
    let stub = StubTransport {
      On(.post, "/v1/messages").respond(status: 429, headers: [.retryAfter: "0"]).once()
      On(.post, "/v1/messages").respond(
        .events([
          ServerSentEvent(data: #"{"tool":{"name":"weather","input":{"city":"Oslo"}}}"#),
          ServerSentEvent(data: "[DONE]"),
        ])
      ).once()
      On(.post, "/v1/messages").respond(events: [ServerSentEvent(data: #"{"text":"21.5 degrees"}"#)])
    }
    let model = LanguageModel(baseURL: "https://llm.example.com", key: "k", transport: stub)
    var words = ""
    try await model.answer("How warm is it in Oslo?", tool: weatherTool) { words += $0 }
    #expect(words == "21.5 degrees")
    let bodies = stub.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 3 && bodies[0] == bodies[1])
    #expect(bodies[0].hasPrefix(#"{"model":"small-1","stream":true,"max_tokens":1024,"stop":null,"tools":"#))
    #expect(bodies[2].contains(#""content":{"city":"Oslo","celsius":21.5}"#))
  }

  @Test("an object store never overwrites, checks what it gets, and lists all keys")
  func objectStore() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let photo = folder.appending(path: "photo.jpg")
    try Data("jpeg".utf8).write(to: photo)
    let stub = StubTransport {
      On(.put, "/b/new").header("X-Signature", "s").header(.ifNoneMatch, "*").respond(
        status: 200, headers: [.eTag: "\"1\""])
      On(.put, "/b/taken").respond(status: 412)
      On(.get, "/b").query("after", "x").respond(json: ["keys": ["y"], "next": nil])
      On(.get, "/b").respond(json: ["keys": ["w", "x"], "next": "x"])
      On(.get, "/b/new").respond(text: "0123456789")
    }
    let store = ObjectStore(baseURL: "https://s3.example.com", secret: "s", terminal: stub)
    #expect(try await store.upload(photo, to: "b", as: "new") { _ in } == "\"1\"")
    #expect(try await store.upload(photo, to: "b", as: "taken") { _ in } == nil)
    #expect(try await store.keys(in: "b") == ["w", "x", "y"])
    let place = folder.appending(path: "copy")
    let digest = "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"
    #expect(try await store.download("new", from: "b", to: place, sha256: digest) == 10)
    await #expect(throws: NetworkRequestError.self) {
      try await store.download("new", from: "b", to: place, sha256: String(repeating: "0", count: 64))
    }
    #expect(try Data(contentsOf: place) == Data("0123456789".utf8))
  }

  @Test("a client of GitHub sums stars, and quotes the service's words")
  func repositories() async throws {
    let stub = StubTransport {
      On(.get, "/users/ann/repos").query("page", "2").respond(json: [["name": "b", "stargazers_count": 2]])
      On(.get, "/users/ann/repos").respond(
        headers: [.link: "<https://api.github.example/users/ann/repos?page=2>; rel=\"next\""],
        json: [["name": "a", "stargazers_count": 40]])
      On(.put, "/user/starred/ann/todos").respond(status: 403, json: ["message": "Bad scope", "code": 7])
    }
    let client = Repositories.client(token: "t", terminal: stub)
    #expect(try await Repositories.stars(of: "ann", with: client) == 42)
    #expect(stub.requests.allSatisfy { $0.headers[.userAgent] == "stars/1.0" })
    guard case .failure(let error) = await client.result(of: Repositories.star("ann", "todos")) else {
      Issue.record("no failure")
      return
    }
    #expect(Repositories.words(for: error) == "Bad scope")
  }

  @Test("a login leads from the login page to the content")
  @MainActor func login() async throws {
    let stub = StubTransport {
      On(.post, "/token").respond(json: ["access_token": "one", "token_type": "Bearer", "expires_in": 3_600])
      On(.get, "/notes").header(.authorization, "Bearer one").respond(json: ["Buy milk"])
    }
    let model = LoginModel(
      issuer: "https://login.example.com", api: "https://api.example.com", store: MemoryTokenStore(),
      transport: stub)
    await model.load()
    #expect(model.screen == .login)
    await model.logIn(issuer: "https://login.example.com") { page in
      let state = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "state" }?.value
      return try #require(URL(string: "com.example.notes:/done?code=c&state=\(state ?? "")"))
    }
    await model.load()
    #expect(model.screen == .content(["Buy milk"]))
  }

  @Test("a downloader keeps what is right, and says what is not")
  func downloader() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stub = StubTransport {
      On(.get, "/a").respond(text: "0123456789")
      On(.get, "/b").respond(status: 404)
    }
    let urls = try ["a", "b"].map { try #require(URL(string: "https://downloads.example.com/\($0)")) }
    let failures = await Downloader(folder: folder, terminal: stub).run([
      .init(url: urls[0], name: "a", sha256: nil), .init(url: urls[1], name: "b", sha256: nil),
    ])
    #expect(failures.mapValues(\.kind) == ["b": .notFound])
    #expect(try Data(contentsOf: folder.appending(path: "a")).count == 10)
  }

  @Test("the tests of an app")
  func tests() async throws {
    try await TestedClient.retries()
    try await TestedClient.cancels()
    try await TestedClient.literals()
  }

  @Test("a gateway answers without what is optional")
  func gateway() async throws {
    let stub = StubTransport {
      On(.get, "/products/1").respond(json: ["id": 1, "name": "Cress"])
      On(.get, "/prices/1").respond(json: ["cents": 250])
      On(.get, "/reviews").respond(status: 404)
    }
    let deadline = CallDeadline(.seconds(1), on: CallClock(TestClock()))
    let page = try await Gateway(terminal: stub).page(of: 1, traceparent: nil, by: deadline)
    #expect(page.product.name == "Cress" && page.price.cents == 250 && page.stars == nil)
  }

  @Test("an app that came from other libraries")
  func migration() async throws {
    let stub = StubTransport {
      On(.get, "/products").header("X-Tenant", "berlin").respond(json: [["id": 1, "name": "Cress"]])
      On(.post, "/products").respond(status: 201, json: ["id": 2, "name": "Dill"])
      On(.post, "/products/2/photos").respond(status: 204)
    }
    let shop = Shop(terminal: stub)
    let listed = await withCheckedContinuation { done in shop.loadProducts { done.resume(returning: $0) } }
    #expect(try listed.get() == [Product(id: 1, name: "Cress")])
    #expect(await shop.add("Dill") == Product(id: 2, name: "Dill"))
    let sent = stub.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(sent == #"{"cents":250,"draft":true,"name":"Dill","note":null}"#)
    let photo = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("jpeg".utf8).write(to: photo)
    defer { try? FileManager.default.removeItem(at: photo) }
    try await shop.replacePhoto(of: 2, by: photo)
  }
}
