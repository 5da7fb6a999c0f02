import Requisite

/// A socket as its ``WebSocket`` uses it: one that this module speaks the protocol for, or a task of URLSession.
protocol SocketDriver: AnyObject, Sendable {
  /// The request of the handshake.
  var request: TransportRequest { get }
  /// The subprotocol that was agreed on.
  var subprotocol: String? { get }
  /// The server's close frame, if it ended the socket in an orderly way and the server may be back.
  var departure: WebSocketFailure? { get }
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
  /// Passes a waiter to `wait`, and returns what it is resumed with. A task that is cancelled meanwhile fails the socket.
  func waiting<Value: Sendable>(
    _ wait: (Waiter<Value>) -> Void
  ) async throws(NetworkRequestError) -> Value {
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in wait(waiter) }
    } onCancel: {
      fail(.cancelled(request))
    }
    return try result.get()
  }
}
