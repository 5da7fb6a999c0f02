import FlyingFox

/// The events of a WebSocket, one message each. What the client says is ignored.
struct EventMessages: WSMessageHandler {
  let events: AsyncStream<FeedEvent>

  func makeMessages(for client: AsyncStream<WSMessage>) -> AsyncStream<WSMessage> {
    AsyncStream { continuation in
      let task = Task {
        for await event in events { continuation.yield(.text(event.message)) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension HTTPRequest {
  /// True for the handshake of a WebSocket (RFC 6455 §4.1).
  var isHandshake: Bool { headers[HTTPHeader("Upgrade")]?.lowercased() == "websocket" }
}
