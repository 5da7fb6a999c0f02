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
/// The script runs once for each socket. When it returns, the socket is closed with 1000; its task is cancelled when the
/// connection ends. Pings and close frames of the client are answered by themselves.
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
    self.refusal = refusal
    self.script = script
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
    for request: TransportRequest, _ user: any RawConnectionUser<NetworkRequestError>
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

/// A connection to a ``StubWebSocket``: a queue of commands, which one task performs.
final class StubConnection: RawConnection {
  enum Command: Sendable {
    case flush, resume, close
    case send(RawMessage)
    case bytes([UInt8])
    case finish(WebSocketCloseCode?, String)
    case drop, stall
  }

  private let commands = AsyncStream.makeStream(of: Command.self)
  private let inbox = AsyncStream.makeStream(of: WebSocketMessage.self)

  func flush() { post(.flush) }
  func resume() { post(.resume) }
  func close() { post(.close) }

  func post(_ command: Command) { commands.continuation.yield(command) }

  func message() async -> WebSocketMessage? {
    var messages = inbox.stream.makeAsyncIterator()
    return await messages.next()
  }

  /// Adds a message of the client to those that the script reads.
  func deliver(_ message: WebSocketMessage) { inbox.continuation.yield(message) }

  /// Performs the commands until the end of the connection. The script runs once the handshake is accepted.
  func serve(
    _ user: any RawConnectionUser<NetworkRequestError>, refusal: TransportResponse?,
    script: @escaping @Sendable () async -> Void
  ) async {
    var server = StubServer(user, refusal: refusal, connection: self)
    var running: Task<Void, Never>?
    server.begin()
    for await command in commands.stream {
      guard server.perform(command) else { break }
      if running == nil, server.isAccepted {
        running = Task.detached {
          await script()
          self.post(.finish(.normal, ""))
        }
      }
    }
    commands.continuation.finish()
    inbox.continuation.finish()
    running?.cancel()
  }
}

/// The server's end: its handshake and its machine. Used by the task of the connection alone.
private struct StubServer {
  private let user: any RawConnectionUser<NetworkRequestError>
  private let refusal: TransportResponse?
  private let connection: StubConnection
  /// The request of the handshake, as far as it has arrived.
  private var request: [UInt8] = []
  private var machine = SocketMachine(isClient: false)
  /// The bytes that the client has not taken yet.
  private var output: [UInt8] = []
  private var isPaused = false
  private var isStalled = false
  private(set) var isAccepted = false
  /// True if the connection ends when the output is delivered.
  private var isEnding = false

  init(
    _ user: any RawConnectionUser<NetworkRequestError>, refusal: TransportResponse?,
    connection: StubConnection
  ) {
    self.user = user
    self.refusal = refusal
    self.connection = connection
  }

  mutating func begin() { take(user.takeOutput()) }

  /// Returns false at the end of the connection.
  mutating func perform(_ command: StubConnection.Command) -> Bool {
    switch command {
    case .flush: break
    case .resume: isPaused = false
    case .close: return false
    case .send(let message): message.bytes.withUnsafeBytes { machine.send(isText: message.isText, $0) }
    case .bytes(let bytes): output += machine.takeOutput() + bytes
    case .finish(let code, let reason): machine.close(code, reason: reason)
    case .drop: isEnding = true
    case .stall: isStalled = true
    }
    while !isEnding {
      let bytes = user.takeOutput()
      guard !bytes.isEmpty else { break }
      take(bytes)
    }
    return deliver()
  }

  private mutating func take(_ bytes: [UInt8]) {
    guard !isStalled else { return }
    guard isAccepted else { return takeRequest(bytes) }
    var events: [SocketMachine.Event] = []
    _ = bytes.withUnsafeBytes { machine.receive($0, &events) }
    for case .message(let message) in events { connection.deliver(message.message) }
    if machine.end != nil { isEnding = true }
  }

  private mutating func takeRequest(_ bytes: [UInt8]) {
    request += bytes
    let text = String(decoding: request, as: UTF8.self)
    guard text.hasSuffix("\r\n\r\n") else { return }
    if let refusal {
      output += Self.bytes(of: refusal)
      isEnding = true
    } else {
      output += Self.acceptance(of: text)
      isAccepted = true
    }
  }

  private static func acceptance(of request: String) -> [UInt8] {
    func value(_ name: String) -> Substring? {
      request.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }?.dropFirst(name.count + 2)
    }
    let key = String(value("Sec-WebSocket-Key") ?? "")
    var text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    text += "Sec-WebSocket-Accept: \(HandshakeKey.accept(for: key))\r\n"
    if let name = value("Sec-WebSocket-Protocol")?.split(separator: ",").first {
      text += "Sec-WebSocket-Protocol: \(name)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  private static func bytes(of response: TransportResponse) -> [UInt8] {
    let body = if case .data(let data) = response.body { data } else { Data() }
    var text = "HTTP/1.1 \(response.status) Refused\r\nContent-Length: \(body.count)\r\n"
    for field in response.headers { text += "\(field.name.rawValue): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8) + Array(body)
  }

  /// Passes the output to the client. Returns false at the end of the connection.
  private mutating func deliver() -> Bool {
    if isAccepted, !isStalled { output += machine.takeOutput() }
    if !isPaused, !output.isEmpty {
      isPaused = !output.withUnsafeBytes { user.received($0) }
      output = []
    }
    guard isEnding, output.isEmpty else { return true }
    user.ended(nil)
    return false
  }
}
