import Requisite
import Testing

@testable import RequisiteWebSocket

extension SocketMachine.Event {
  /// A whole message.
  static func message(isText: Bool, _ bytes: Data) -> Self {
    .message(RawMessage(isText: isText, bytes: bytes))
  }
}

extension SocketMachine {
  /// The events of bytes that arrive in pieces of a size; all at once by default.
  mutating func events(of bytes: [UInt8], inPiecesOf size: Int = .max) -> [Event] {
    var events: [Event] = []
    var start = 0
    while start < bytes.count {
      let end = size < bytes.count - start ? start + size : bytes.count
      _ = bytes[start..<end].withUnsafeBytes { receive($0, &events) }
      start = end
    }
    return events
  }

  mutating func send(text: String) {
    Array(text.utf8).withUnsafeBytes { send(isText: true, $0) }
  }

  mutating func send(binary: [UInt8]) {
    binary.withUnsafeBytes { send(isText: false, $0) }
  }

  /// Takes the output, and returns the code of the close frame in it, as a server would read it.
  mutating func closeCodeSent() throws -> WebSocketCloseCode? {
    var server = SocketMachine(isClient: false)
    guard case .ended(.closed(let code, _))? = server.events(of: takeOutput()).last else {
      throw WebSocketFailure(.ended, "no close frame was sent")
    }
    return code
  }
}
