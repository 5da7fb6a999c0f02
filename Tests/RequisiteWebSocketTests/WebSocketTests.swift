import Requisite
import RequisiteTesting
import RequisiteWebSocket
import TestSupport
import Testing

struct Note: Codable, Sendable, Equatable {
  var id: Int
  var createdAt: String
}

struct Echo<Message: Codable & Sendable>: Request {
  typealias ReturnType = WebSocket<Message, Message>
  let path = "/echo"
  var headers: HTTPHeaders = ["X-A": "1"]
}

@Suite("A WebSocket as a return type", .timeLimit(.minutes(1)))
struct WebSocketTests {
  /// A server that sends each message back.
  static var echo: StubWebSocket {
    StubWebSocket { peer in while let message = await peer.receive() { peer.send(message) } }
  }

  private func client(_ server: some Transport) -> APIClient {
    APIClient(baseURL: "wss://api.example.com/v1", transport: server)
  }

  @Test("Text, bytes and both come back as they were sent")
  func kinds() async throws {
    let client = client(Self.echo)
    let texts = try await client.dispatch(Echo<String>())
    try await texts.send("grüße")
    #expect(try await texts.receive() == "grüße")
    try await texts.close()
    #expect(try await texts.receive() == nil)

    let bytes = try await client.dispatch(Echo<Data>())
    try await bytes.send(Data([0, 255]))
    var data = bytes.makeAsyncIterator()
    #expect(try await data.next() == Data([0, 255]))

    let both = try await client.dispatch(Echo<WebSocketMessage>())
    try await both.send("a")
    try await both.send(.binary(Data([1])))
    var message = both.makeAsyncIterator()
    #expect(try await message.next() == .text("a"))
    #expect(try await message.next() == .binary(Data([1])))
  }

  @Test("A call that may not contact the server opens no socket", .feature("F31"))
  func offline() async throws {
    let (server, store) = (Self.echo, MemoryCacheStore())
    let pages = StubTransport {
      On(.get, "/v1/echo").respond(.text("a page", headers: ["Cache-Control": "max-age=60"]))
    }
    let page = Endpoint<String>.get("/echo", headers: Echo<String>().headers)
    _ = try await APIClient(baseURL: "https://api.example.com/v1", transport: pages.cached(in: store))
      .dispatch(page)
    #expect(store.entries().count == 1)
    let client = client(server.cached(in: store))
    for mode in [CacheMode.offline, .onlyIfCached] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.with(\.cache, mode).dispatch(Echo<String>())
      }
      #expect(error?.status == 504 && error?.isRetryable == false)
    }
    #expect(server.requests.isEmpty)
    _ = try await client.with(\.cache, .preferStale).dispatch(Echo<String>())
    #expect(server.requests.count == 1)
  }

  @Test("Values are JSON by the coders of the client")
  func values() async throws {
    var json = JSONCoding()
    json.keys = .snakeCase
    let server = StubWebSocket { peer in
      #expect(await peer.receive() == .text(#"{"id":1,"created_at":"today"}"#))
      peer.send(#"{"id": 2, "created_at": "later"}"#)
      peer.send(#"{"id": "wrong"}"#)
      peer.send(#"{"id": 3, "created_at": "last"}"#)
    }
    let client = APIClient(baseURL: "https://a.example", transport: server, coders: BodyCoders(json: json))
    let socket = try await client.dispatch(Echo<Note>())
    try await socket.send(Note(id: 1, createdAt: "today"))
    var notes = socket.makeAsyncIterator()
    #expect(try await notes.next() == Note(id: 2, createdAt: "later"))
    let error = await #expect(throws: NetworkRequestError.self) { try await notes.next() }
    #expect(error?.kind == .decodingError)
    // The next message can be read nevertheless.
    #expect(try await notes.next() == Note(id: 3, createdAt: "last"))
    #expect(try await notes.next() == nil)
  }

  @Test(
    "A message that cannot be decoded names the key and shows the message, without its secrets",
    .feature("F31"))
  func undecodable() async throws {
    let server = StubWebSocket { peer in
      peer.send(.text(#"{"id": 2, "password": "\#(Canary.secret)", "createdAt": 7}"#))
      peer.send("")
      peer.send(.binary(Data("raw".utf8)))
    }
    let socket = try await client(server).dispatch(Echo<Note>())
    var notes = socket.makeAsyncIterator()
    func text() async throws -> String {
      let error = await #expect(throws: NetworkRequestError.self) { try await notes.next() }
      return try #require(error).description
    }
    let wrong = try await text()
    #expect(wrong.contains("cannot decode Note at “createdAt”") && wrong.contains(#""id": 2"#), "\(wrong)")
    #expect(!wrong.contains(Canary.secret) && !wrong.contains("no body"))
    let empty = try await text()
    #expect(!empty.contains("no body") && empty.contains("the message is empty"), "\(empty)")
    #expect(try await text().contains("the message begins: raw"))

    let texts = try await client(server).dispatch(Echo<String>())
    var iterator = texts.makeAsyncIterator()
    _ = try await (iterator.next(), iterator.next())
    let error = await #expect(throws: NetworkRequestError.self) { try await iterator.next() }
    #expect(error?.description.contains("the message begins: raw") == true, "\(error as Any)")
  }

  @Test("A return type creates nothing until a request is built")
  func form() {
    #expect(WebSocket<String, String>.responseForm == WebSocket<String, String>.responseForm)
  }

  @Test("The handshake has the request's URL and fields, and ws stands for http")
  func request() async throws {
    let server = Self.echo
    let options = RequestOptions().with(\.webSocket, WebSocketOptions(subprotocols: ["v2", "v1"]))
    let socket = try await client(server).with(options).dispatch(Echo<String>())
    let request = try #require(server.requests.first)
    #expect(request.url.absoluteString == "https://api.example.com/v1/echo")
    #expect(request.headers["X-A"] == "1")
    #expect(socket.subprotocol == "v2")
    #expect(socket.response.status == 101)
  }

  @Test("Any other status is the error of that status, with its body")
  func refused() async throws {
    let server = StubWebSocket(
      refusing: { request in
        TransportResponse(status: 403, url: request.url, body: .data(Data(#"{"title": "no"}"#.utf8)))
      }, script: { _ in })
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(server).dispatch(Echo<String>())
    }
    #expect(error?.kind == .forbidden)
    #expect(error?.response?.data == Data(#"{"title": "no"}"#.utf8))
    let success = StubWebSocket(
      refusing: { TransportResponse(status: 200, url: $0.url) }, script: { _ in })
    let unexpected = await #expect(throws: NetworkRequestError.self) {
      try await client(success).dispatch(Echo<String>())
    }
    #expect(unexpected?.kind == .unexpectedStatus && unexpected?.status == 200)
  }

  @Test("A redirect is followed, a 401 is retried by the authenticator, and the layers see the handshake")
  func layers() async throws {
    let server = StubWebSocket(
      refusing: { request in
        if request.url.path.hasSuffix("/echo") {
          return TransportResponse(status: 307, headers: ["Location": "/other"], url: request.url)
        }
        return request.headers[.authorization] == "Bearer 2"
          ? nil : TransportResponse(status: 401, url: request.url)
      },
      script: { peer in peer.send("in") })
    let tokens = Locked(0)
    let authenticator = BearerAuthenticator { _ in
      let number = tokens.withLock { count in
        count += 1
        return count
      }
      return AccessToken("\(number)")
    }
    let transport = server.authenticated(with: authenticator, for: "wss://api.example.com").retried().logged()
    let socket = try await client(transport).dispatch(Echo<String>())
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "in")
    #expect(tokens.withLock { $0 } == 2)
    #expect(server.requests.count >= 3)
  }

  @Test(
    "A redirect of a handshake may name its target by ws or wss, and none leads from wss to ws",
    arguments: ["wss://other.example/room", "WSS://other.example/room", "https://other.example/room"])
  func redirectedToSocket(location: String) async throws {
    let server = StubWebSocket(
      refusing: { request in
        guard request.url.path.hasSuffix("/echo") else { return nil }
        return TransportResponse(status: 302, headers: ["Location": location], url: request.url)
      },
      script: { peer in peer.send("in") })
    let socket = try await client(server).dispatch(Echo<String>())
    #expect(try await socket.receive() == "in")
    #expect(server.requests.map(\.url.absoluteString).last == "https://other.example/room")

    let plain = StubWebSocket(
      refusing: { TransportResponse(status: 302, headers: ["Location": "ws://other.example/"], url: $0.url) },
      script: { _ in })
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(plain).dispatch(Echo<String>())
    }
    guard case .urlSessionFailed(let failure)? = error else { throw error ?? .cancelled(nil) }
    #expect(failure.code == .appTransportSecurityRequiresSecureConnection && plain.requests.count == 1)
  }

  @Test("A request that a handshake cannot have is refused before anything is sent")
  func invalid() async throws {
    let server = Self.echo
    for request in [
      Endpoint<WebSocket<String, String>>.get("/a", headers: ["Sec-WebSocket-Key": "x"]),
      Endpoint<WebSocket<String, String>>.get("/a", headers: ["upgrade": "x"]),
      Endpoint<WebSocket<String, String>>.post("/a"),
      Endpoint<WebSocket<String, String>>.get("/a").with(
        \.webSocket, WebSocketOptions(subprotocols: ["a b"])),
    ] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client(server).dispatch(request)
      }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("A transport that opens no sockets, and a stub's answer, are errors that say so")
  func unsupported() async throws {
    let stub = StubTransport { On(.get, "/v1/echo").respond(status: 101) }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(stub).dispatch(Echo<String>())
    }
    #expect(
      error?.kind == .invalidRequest
        && error.map { "\($0)".contains("StubTransport opens no WebSockets") } == true)
    #expect(stub.requests.isEmpty)
  }

  @Test("A plain request to the server of a socket is answered with 426")
  func plain() async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(Self.echo).dispatch(Endpoint<String>.get("/v1/echo"))
    }
    #expect(error?.status == 426)
  }
}
