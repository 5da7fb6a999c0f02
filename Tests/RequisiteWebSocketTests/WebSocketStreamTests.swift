import Requisite
import RequisiteTesting
import RequisiteWebSocket
import Testing

@Suite("Messages as streams", .timeLimit(.minutes(1)))
struct WebSocketStreamTests {
  private func open(
    limit: Int = 1000, _ script: @escaping StubWebSocket.Script
  ) async throws -> WebSocket<WebSocketMessage, String> {
    var options = WebSocketOptions()
    options.maximumMessageSize = limit
    let client = APIClient(baseURL: "https://a.example", transport: StubWebSocket(script: script))
    let request = Endpoint<WebSocket<WebSocketMessage, String>>.get("/")
    return try await client.with(\.webSocket, options).dispatch(request)
  }

  @Test("A message beyond the limit is read as it arrives, in fragments with pings between", .feature("F31"))
  func large() async throws {
    let socket = try await open { peer in
      // Nothing is joined before a message is asked for, so that it can be asked for as a stream.
      peer.send(bytes: [0x02, 126, 0x08, 0x00] + [UInt8](repeating: 1, count: 2048))
      peer.ping()
      _ = await peer.receive()
      peer.send(bytes: [0x00, 0x01, 2, 0x80, 0x01, 3])
      peer.send("next")
    }
    var streams = socket.streams.makeAsyncIterator()
    let message = try #require(try await streams.next())
    #expect(!message.isText)
    var bytes = message.bytes.makeAsyncIterator()
    var read = Data()
    while read.count < 2048, let chunk = try await bytes.next() { read += chunk }
    #expect(read.count == 2048)
    // The rest is sent only now.
    try await socket.send("more")
    while let chunk = try await bytes.next() { read += chunk }
    #expect(read.suffix(2) == Data([2, 3]) && read.count == 2050)
    let next = try #require(try await streams.next())
    #expect(next.isText)
    #expect(try await next.bytes.collected(upTo: 10) == Data("next".utf8))
    #expect(try await streams.next() == nil)
  }

  @Test("What was not read of a message is skipped, and cannot be read any more", .feature("F31"))
  func skipped() async throws {
    let socket = try await open { peer in
      peer.send(bytes: [0x01, 0x01, 0x61])
      _ = await peer.receive()
      peer.send(bytes: [0x00, 0x01, 0x62, 0x80, 0x01, 0x63])
      peer.send(.binary(Data()))
      peer.send("whole")
    }
    var streams = socket.streams.makeAsyncIterator()
    let first = try #require(try await streams.next())
    var bytes = first.bytes.makeAsyncIterator()
    #expect(try await bytes.next() == Data("a".utf8))
    try await socket.send("more")
    let empty = try #require(try await streams.next())
    #expect(!empty.isText)
    #expect(try await empty.bytes.collected(upTo: 10).isEmpty)
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "whole")
    let error = await #expect(throws: NetworkRequestError.self) { try await first.bytes.collected(upTo: 10) }
    #expect(error?.kind == .unknownError)
  }

  @Test("The socket's own messages are joined after one that was left in the middle", .feature("F31"))
  func mixed() async throws {
    let socket = try await open { peer in
      peer.send(bytes: [0x01, 0x01, 0x61])
      _ = await peer.receive()
      peer.send(bytes: [0x80, 0x01, 0x62, 0x01, 0x01, 0x63, 0x80, 0x01, 0x64])
    }
    var streams = socket.streams.makeAsyncIterator()
    _ = try await streams.next()
    try await socket.send("more")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "cd")
    #expect(try await messages.next() == nil)
  }

  @Test(
    "A socket that ends within a message, and text that is not UTF-8, are errors of the stream",
    .feature("F31"))
  func faults() async throws {
    for end: StubWebSocket.Script in [{ $0.close() }, { $0.drop() }, { $0.send(bytes: [0x80, 0x01, 0xFF]) }] {
      let socket = try await open { peer in
        peer.send(bytes: [0x01, 0x01, 0x61])
        await end(peer)
        while await peer.receive() != nil {}
      }
      var streams = socket.streams.makeAsyncIterator()
      let message = try #require(try await streams.next())
      let error = await #expect(throws: NetworkRequestError.self) {
        try await message.bytes.collected(upTo: 10)
      }
      #expect(error?.underlyingError is WebSocketFailure)
    }
  }
}
