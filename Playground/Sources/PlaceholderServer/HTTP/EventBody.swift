import FlyingFox
import FlyingSocks
import Foundation

/// A body of events that FlyingFox sends in chunks, one event per chunk.
struct EventBody: AsyncBufferedSequence {
  typealias Element = UInt8
  let events: AsyncStream<FeedEvent>

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<FeedEvent>.Iterator

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      await events.next().map { Data($0.event.utf8) }
    }
  }
}

extension HTTPResponse {
  /// Makes a response that lasts as long as there are events.
  init(events: AsyncStream<FeedEvent>) {
    self.init(
      statusCode: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: HTTPBodySequence(from: EventBody(events: events)))
  }
}
