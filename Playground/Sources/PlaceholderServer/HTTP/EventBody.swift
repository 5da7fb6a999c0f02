import FlyingFox
import FlyingSocks
import Foundation

/// Events as a body that FlyingFox sends chunk by chunk: one chunk an event.
struct EventBody: AsyncBufferedSequence {
  typealias Element = UInt8
  let events: AsyncStream<String>

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<String>.Iterator

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      await events.next().map { Data($0.utf8) }
    }
  }
}

extension HTTPResponse {
  /// A response that goes on for as long as there are events.
  init(events: AsyncStream<String>) {
    self.init(
      statusCode: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: HTTPBodySequence(from: EventBody(events: events)))
  }
}
