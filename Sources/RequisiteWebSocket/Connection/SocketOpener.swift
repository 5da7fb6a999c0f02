import Requisite

/// Opens the socket of one call, whose hops and attempts share it, and keeps it until the return type takes it.
final class SocketOpener: ConnectionOpening {
  private let opened = Locked<(any SocketDriver)?>(nil)
  private let coders = Locked<BodyCoders?>(nil)

  deinit { abandon() }

  /// The encoder of messages: that of the client for JSON.
  var encoder: any BodyEncoder {
    coders.withLock { $0 }?.bodies.first { $0.mediaType == .json } ?? BodyCoders.json
  }

  /// Takes the socket; nil if none was opened, or it was taken.
  func take() -> (any SocketDriver)? { opened.withLock { $0.take() } }

  func abandon() { take()?.abandon() }

  func prepare(_ request: inout TransportRequest, with coders: BodyCoders) throws(NetworkRequestError) {
    guard request.method == .get else {
      let problem = "a WebSocket is opened by GET (RFC 6455 §4.1)"
      throw .invalidRequest(.method, problem)
    }
    for name in request.headers.map(\.name) where Self.isOwn(name) {
      let problem = "the field \(name) belongs to the handshake: use the option webSocket"
      throw .invalidRequest(.header, problem)
    }
    if let name = request.options.webSocket.subprotocols.first(where: { !Token.isValid($0) }) {
      throw .invalidRequest(
        .options, "the subprotocol “\(name)” is not a token (RFC 6455 §4.1)")
    }
    request.options.acceptedStatuses = [101]
    self.coders.withLock { $0 = coders }
  }

  private static func isOwn(_ name: HTTPHeaderName) -> Bool {
    ASCII.equalIgnoringCase(String(name.rawValue.prefix(14)), "Sec-WebSocket-")
  }

  func open(
    _ request: TransportRequest, on terminal: any Sendable
  ) async throws(NetworkRequestError) -> TransportResponse {
    let (driver, response) = try await Self.socket(for: request, on: terminal)
    guard response.status == 101 else { return response }
    // A layer may have sent the request twice. One socket is enough.
    let previous = opened.withLock { opened in
      defer { opened = driver }
      return opened
    }
    previous?.abandon()
    return response
  }

  private static func socket(
    for request: TransportRequest, on terminal: any Sendable
  ) async throws(NetworkRequestError) -> (any SocketDriver, TransportResponse) {
    if let terminal = terminal as? any RawTransport {
      let core = SocketCore(request)
      let response = try await core.open { user throws(NetworkRequestError) in
        try terminal.connect(for: request, user)
      }
      return (core, response)
    }
    if let opened = try await sessionSocket(for: request, on: terminal) { return opened }
    let problem =
      "\(type(of: terminal)) opens no WebSockets: \(openers) does, and StubWebSocket in tests"
    throw .invalidRequest(.options, problem)
  }
}

/// A socket as its ``WebSocket`` uses it: one that this module speaks the protocol for, or a task of URLSession.
protocol SocketDriver: AnyObject, Sendable {
  /// The request of the handshake.
  var request: TransportRequest { get }
  /// The subprotocol that was agreed on.
  var subprotocol: String? { get }
  /// The server's close frame, if it ended the socket in an orderly way and the server may be back.
  var orderlyClose: WebSocketFailure? { get }
  /// The number of messages that were read, as a whole or in part.
  var messageNumber: Int { get }

  /// Returns the next message, or its first part; nil after an orderly end.
  func next(inParts: Bool) async throws(NetworkRequestError) -> RawMessage?
  /// Returns the next part of a message that has not ended, by its number.
  func nextPart(of number: Int) async throws(NetworkRequestError) -> RawMessage
  func send(_ message: RawMessage) async throws(NetworkRequestError)
  /// Sends a ping, and returns the time until its pong.
  func ping() async throws(NetworkRequestError) -> Duration
  func close(_ code: WebSocketCloseCode, reason: String) async throws(NetworkRequestError)
  /// Ends the socket with an error, and closes the connection at once.
  func fail(_ error: NetworkRequestError)
  /// Closes the socket in the background, because no one uses it any more.
  func abandon()
}

extension SocketDriver {
  /// Returns the result of `wait`, or if it is nil, what the waiter is resumed with that was passed to it. A task that is
  /// cancelled meanwhile fails the socket.
  func waiting<Value: Sendable>(
    _ wait: (Waiter<Value>) -> Result<Value, NetworkRequestError>?
  ) async throws(NetworkRequestError) -> Value {
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in
        if let result = wait(waiter) { waiter.resume(returning: result) }
      }
    } onCancel: {
      fail(.cancelled(request))
    }
    return try result.get()
  }

  /// Ends the socket with an error, because the server was silent for too long.
  func fail(silent message: String) { fail(WebSocketFailure(.silent, message).error(for: request)) }
}
