import Requisite

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
    _ user: any RawConnectionUser, refusal: TransportResponse?, script: @escaping @Sendable () async -> Void
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
  private let user: any RawConnectionUser
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

  init(_ user: any RawConnectionUser, refusal: TransportResponse?, connection: StubConnection) {
    (self.user, self.refusal, self.connection) = (user, refusal, connection)
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
    case .finish(let code, let reason): if !isStalled { machine.close(code, reason: reason) }
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
    for case .message(let isText, let bytes) in events {
      connection.deliver(RawMessage(isText: isText, bytes: bytes).message)
    }
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
