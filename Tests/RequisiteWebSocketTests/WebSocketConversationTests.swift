import Requisite
import RequisiteWebSocket
import Testing

@Suite("Recorded conversations", .timeLimit(.minutes(1)))
struct WebSocketConversationTests {
  private func talk(
    _ server: StubWebSocket, _ recorder: WebSocketRecorder? = nil, saying words: WebSocketMessage = "hello"
  ) async throws -> [WebSocketMessage] {
    let client = APIClient(baseURL: "https://a.example", transport: server)
    let socket = try await client.with(\.webSocketRecorder, recorder).dispatch(Echo<WebSocketMessage>())
    try await socket.send(words)
    try await socket.send(.binary(Data([0, 255])))
    var streams = socket.streams.makeAsyncIterator()
    let stream = try await streams.next()
    let first = try await stream?.bytes.collected(upTo: 100) ?? Data()
    return try await socket.reduce(into: [.text(String(decoding: first, as: UTF8.self))]) { $0.append($1) }
  }

  @Test("A conversation is recorded, kept as JSON, and replayed", .feature("F31"))
  func replay() async throws {
    let recorder = WebSocketRecorder()
    let server = StubWebSocket { peer in
      for _ in 0..<2 {
        if let message = await peer.receive() { peer.send(message) }
      }
    }
    let answers = try await talk(server, recorder)
    #expect(answers == ["hello", .binary(Data([0, 255]))])
    let data = try JSONEncoder().encode(recorder.conversation)
    let json = #"[{"sent":"hello"},{"sentBytes":"AP8="},{"received":"hello"},{"receivedBytes":"AP8="}]"#
    #expect(String(decoding: data, as: UTF8.self) == json)
    let conversation = try JSONDecoder().decode(WebSocketConversation.self, from: data)
    #expect(conversation == recorder.conversation)
    #expect(try await talk(StubWebSocket(replaying: conversation)) == answers)
  }

  @Test("A message that is read as a stream is recorded once, when all of it was read")
  func parts() async throws {
    let recorder = WebSocketRecorder()
    let server = StubWebSocket { peer in
      peer.send(bytes: [0x01, 0x01, 0x61])
      _ = await peer.receive()
      peer.send(bytes: [0x80, 0x01, 0x62])
    }
    let client = APIClient(baseURL: "https://a.example", transport: server)
    let socket = try await client.with(\.webSocketRecorder, recorder).dispatch(Echo<WebSocketMessage>())
    var streams = socket.streams.makeAsyncIterator()
    var bytes = try #require(try await streams.next()).bytes.makeAsyncIterator()
    #expect(try await bytes.next() == Data("a".utf8))
    #expect(recorder.conversation == WebSocketConversation())
    try await socket.send("more")
    while try await bytes.next() != nil {}
    #expect(recorder.conversation == WebSocketConversation([.sent("more"), .received("ab")]))
  }

  @Test(
    "A client that says something else is refused with 1008, and the number of the message", .feature("F31"))
  func other() async throws {
    let conversation = WebSocketConversation([.sent("hello"), .received("hi")])
    let error = await #expect(throws: NetworkRequestError.self) {
      try await talk(StubWebSocket(replaying: conversation), saying: "good-bye")
    }
    let failure = error?.underlyingError as? WebSocketFailure
    #expect(failure?.closeCode == .policyViolation && failure?.description.contains("message 1") == true)
  }

  @Test(
    "JSON that is no conversation is refused", arguments: [#"[{"said":"a"}]"#, #"[{"sentBytes":"*"}]"#, "{}"])
  func malformed(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WebSocketConversation.self, from: Data(json.utf8))
    }
  }
}
