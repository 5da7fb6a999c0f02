import Requisite

/// The reason why a WebSocket could not be opened, or ended without an orderly close: the
/// `TransportFailure.underlyingError` of a `NetworkRequestError.urlSessionFailed`.
///
/// ```swift
/// func read(_ socket: WebSocket<String, String>) async {
///   do throws(NetworkRequestError) {
///     for try await message in socket { print(message) }
///   } catch {
///     let failure = error.underlyingError as? WebSocketFailure
///     print(failure?.closeCode?.description ?? "no close code")
///   }
/// }
/// ```
public struct WebSocketFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stage and the kind of a failure.
  public enum Kind: Sendable, Hashable {
    /// The response to the handshake has status 101, but does not accept what was offered (RFC 6455 §4.1).
    case handshake
    /// The server has violated the protocol, sent text that is not UTF-8, or a message beyond the limit. ``closeCode`` is
    /// the code that was sent to it.
    case violation
    /// The server has closed the socket with the code ``closeCode``, which is neither 1000 nor 1001.
    case closed
    /// The connection ended without a close frame.
    case lost
    /// The server was silent for too long.
    case silent
    /// The socket has been closed by this program, so nothing can be sent any more.
    case ended
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The code of the close frame that was sent or received; nil without one.
  public let closeCode: WebSocketCloseCode?
  /// The failure in words. What a server has chosen is quoted.
  public let description: String

  init(_ kind: Kind, _ description: String, _ code: WebSocketCloseCode? = nil) {
    (self.kind, closeCode, self.description) = (kind, code, description)
  }

  static func violation(
    _ words: String, _ code: WebSocketCloseCode = .protocolError
  ) -> WebSocketFailure {
    WebSocketFailure(.violation, words, code)
  }

  static func tooBig(_ limit: Int) -> WebSocketFailure {
    violation("a message is larger than \(limit) bytes", .messageTooBig)
  }

  static func closed(_ code: WebSocketCloseCode, reason: String) -> WebSocketFailure {
    let words = reason.isEmpty ? "" : " and the reason “\(reason)”"
    return WebSocketFailure(.closed, "the server closed the socket with the code \(code)\(words)", code)
  }
}

extension WebSocketFailure {
  /// The error that callers get.
  func error(for request: TransportRequest?) -> NetworkRequestError {
    let code: TransportFailure.Code =
      switch kind {
      case .handshake, .violation: .badServerResponse
      case .closed where closeCode?.isTemporary == false: .badServerResponse
      case .closed, .lost, .ended: .networkConnectionLost
      case .silent: .timedOut
      }
    return .urlSessionFailed(
      TransportFailure(code, description, underlyingError: self, request: request))
  }
}

/// The end of a socket.
enum SocketEnd: Equatable, Sendable {
  /// A close frame has arrived; `code` is nil if it has none.
  case closed(WebSocketCloseCode?, reason: String)
  case failed(WebSocketFailure)
}
