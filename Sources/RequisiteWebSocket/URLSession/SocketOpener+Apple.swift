#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Requisite

  extension SocketOpener {
    /// The transport that opens sockets.
    static let openers = "URLSessionTransport"

    /// Opens a socket by a task of the session; returns nil if the terminal has no session.
    static func sessionSocket(
      for request: TransportRequest, on terminal: any Sendable
    ) async throws(NetworkRequestError) -> (any SocketDriver, TransportResponse)? {
      let transport =
        terminal as? URLSessionTransport ?? (terminal as? URLSession).map(URLSessionTransport.init)
      guard let transport else { return nil }
      let socket = SessionSocket(request)
      return (socket, try await socket.open(on: transport))
    }
  }

  extension URLSessionWebSocketTask.Message {
    /// The message; without bytes if it is of a kind that is unknown.
    var webSocketMessage: WebSocketMessage {
      if case .string(let text) = self { return .text(text) }
      if case .data(let data) = self { return .binary(data) }
      return .binary(Data())
    }
  }

  extension RawMessage {
    var sessionMessage: URLSessionWebSocketTask.Message {
      isText ? .string(String(decoding: bytes, as: UTF8.self)) : .data(bytes)
    }
  }
#endif
