import Requisite

/// A transport whose WebSockets are served by a script in the same process. Nothing is sent over a network, but the
/// handshake and the frames are those of a connection.
///
/// ```swift
/// let server = StubWebSocket { peer in
///   while let message = await peer.receive() { peer.send(message) }
/// }
/// let client = APIClient(baseURL: "ws://api.example.com", transport: server)
/// ```
/// The script runs once for each socket. When it returns, the socket is closed with 1000. Pings and close frames of the
/// client are answered by themselves.
public final class StubWebSocket: TerminalTransport {
  /// The script of one socket.
  public typealias Script = @Sendable (_ peer: Peer) async -> Void

  private let refusal: @Sendable (TransportRequest) -> TransportResponse?
  private let script: Script
  private let received = Locked<[TransportRequest]>([])

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - refusal: Returns the response to a handshake that is refused, such as a 401 or a redirect, with its body in memory;
  ///     nil by default: each is accepted, with the first subprotocol that the client offers.
  ///   - script: What the server does on a socket.
  public init(
    refusing refusal: @escaping @Sendable (TransportRequest) -> TransportResponse? = { _ in nil },
    script: @escaping Script
  ) {
    (self.refusal, self.script) = (refusal, script)
  }

  /// The requests of all handshakes so far, without the fields that belong to the handshake alone.
  public var requests: [TransportRequest] { received.withLock { $0 } }

  /// Answers a request that opens no WebSocket, with status 426 (RFC 9110 §15.5.22).
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    TransportResponse(status: 426, headers: ["Upgrade": "websocket"], url: request.url)
  }
}

extension StubWebSocket: RawTransport {
  package func connect(
    for request: TransportRequest, _ user: any RawConnectionUser
  ) throws(NetworkRequestError) -> any RawConnection {
    received.withLock { $0.append(request) }
    let connection = StubConnection()
    let peer = Peer(connection: connection, request: request)
    let (script, refusal) = (script, refusal(request))
    Task.detached { await connection.serve(user, refusal: refusal) { await script(peer) } }
    return connection
  }
}

extension StubWebSocket {
  /// The server's end of a socket.
  public struct Peer: Sendable {
    fileprivate let connection: StubConnection
    /// The request of the handshake.
    public let request: TransportRequest

    /// Returns the next message of the client; nil after the end of the socket.
    public func receive() async -> WebSocketMessage? { await connection.message() }

    /// Sends a message.
    public func send(_ message: WebSocketMessage) { connection.post(.send(RawMessage(message))) }

    /// Sends bytes as they are, such as those of a malformed frame.
    public func send(bytes: [UInt8]) { connection.post(.bytes(bytes)) }

    /// Sends a ping without bytes.
    public func ping() { connection.post(.bytes([0x89, 0x00])) }

    /// Sends a close frame; without a code by nil.
    public func close(_ code: WebSocketCloseCode? = .normal, reason: String = "") {
      connection.post(.finish(code, reason))
    }

    /// Ends the connection without a close frame.
    public func drop() { connection.post(.drop) }

    /// Answers nothing any more, neither messages nor pings nor a close frame, until the client closes the connection.
    public func stall() { connection.post(.stall) }
  }
}
