import FlyingFox
import FlyingSocks
import Foundation

/// Adds a language model that answers one word at a time, in server-sent events, and ends with `[DONE]`.
@Sendable func addChat(to server: HTTPServer) async {
  await server.appendRoute("POST /v1/chat/completions") { request in
    guard request.headers[.authorization] == "Bearer sk-test" else {
      return .text(#"{"error":{"message":"Incorrect API key provided"}}"#, .unauthorized)
    }
    let words = ["Basil", " likes", " the", " sun."]
    let chunks =
      words.map { #"data: {"choices":[{"delta":{"content":"\#($0)"}}]}"# + "\n\n" } + ["data: [DONE]\n\n"]
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: "text/event-stream"],
      body: HTTPBodySequence(from: Chunks(chunks.map { Data($0.utf8) })))
  }
}

/// A body that is sent chunk by chunk.
struct Chunks: AsyncBufferedSequence {
  typealias Element = UInt8
  let chunks: [Data]
  var breaksOff = false

  init(_ chunks: [Data], breaksOff: Bool = false) {
    self.chunks = chunks
    self.breaksOff = breaksOff
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks[...], breaksOff: breaksOff) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var chunks: ArraySlice<Data>
    let breaksOff: Bool

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      if let chunk = chunks.popFirst() { return chunk }
      guard !breaksOff else { throw SocketError.disconnected }
      return nil
    }
  }
}
