import Requisite
import TestSupport

@testable import RequisiteWebSocket

extension FaultConnection {
  /// Reads the request of a handshake, and accepts it.
  ///
  /// - Parameter fields: More header lines, each with its line end.
  func acceptWebSocket(_ fields: String = "", inPiecesOf size: Int? = nil) throws {
    let key = try readRequestHead().header("Sec-WebSocket-Key") ?? ""
    let text =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(HandshakeKey.accept(for: key))\r\n\(fields)\r\n"
    guard let size else { return try send(text) }
    try send(text, inPiecesOf: size, pausing: 0)
  }

  /// Reads the next frame of the client, whose payload is at most 125 bytes.
  func readFrame() throws -> (opcode: UInt8, payload: [UInt8]) {
    let head = [UInt8](try read(exactly: 2))
    let mask = [UInt8](try read(exactly: 4))
    let payload = [UInt8](try read(exactly: Int(head[1] & 0x7F)))
    return (head[0] & 0x0F, payload.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  /// Sends back each message until the client has closed the socket.
  func echoWebSocket() throws {
    var machine = SocketMachine(isClient: false)
    while machine.end == nil {
      var events: [SocketMachine.Event] = []
      _ = try readSome().withUnsafeBytes { machine.receive($0, &events) }
      for case .message(let message) in events {
        message.bytes.withUnsafeBytes { machine.send(isText: message.isText, $0) }
      }
      let output = machine.takeOutput()
      if !output.isEmpty { try send(Data(output)) }
    }
  }
}

/// The answer to a key, for tests that do not see inside of the module.
enum HandshakeAccept {
  static func of(_ key: String) -> String { HandshakeKey.accept(for: key) }
}

#if os(Linux)
  extension FaultServer {
    /// Opens a socket to the server.
    func openWebSocket(
      _ transport: CurlTransport = CurlTransport(), _ options: WebSocketOptions = WebSocketOptions()
    ) async throws -> WebSocket<WebSocketMessage, WebSocketMessage> {
      let client = APIClient(baseURL: url(""), transport: transport)
      return try await client.with(\.webSocket, options).dispatch(Echo<WebSocketMessage>())
    }
  }
#endif
