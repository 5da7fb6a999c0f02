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
  /// The reason for a failure, as a case to switch over.
  public enum Kind: Sendable, Hashable {
    /// The response to the handshake has status 101, but does not accept what was offered (RFC 6455 §4.1).
    case handshake
    /// The server has violated the protocol, sent text that is not UTF-8, or a message beyond the limit. ``closeCode`` is
    /// the code that was sent to it.
    case violation
    /// The server has closed the socket with the code ``closeCode``: neither 1000 nor 1001 for a ``WebSocket``. To a
    /// ``SocketSource``, 1001 and a close frame without a code, reported as 1001, are a loss as well.
    case closed
    /// The connection ended without a close frame.
    case lost
    /// The server was silent for too long.
    case silent
    /// The socket has been closed by this program, so nothing can be sent any more.
    case ended
  }

  /// The reason for the failure.
  public let kind: Kind
  /// The code of the close frame that was sent or received; nil without one.
  public let closeCode: WebSocketCloseCode?
  /// The failure in words. What a server has chosen is quoted.
  public let description: String

  init(_ kind: Kind, _ description: String, _ code: WebSocketCloseCode? = nil) {
    self.kind = kind
    closeCode = code
    self.description = description
  }

  static func violation(
    _ message: String, _ code: WebSocketCloseCode = .protocolError
  ) -> WebSocketFailure {
    WebSocketFailure(.violation, message, code)
  }

  static func tooBig(_ limit: Int) -> WebSocketFailure {
    violation("a message is larger than \(limit) bytes", .messageTooBig)
  }

  static func closed(_ code: WebSocketCloseCode, reason: String) -> WebSocketFailure {
    let suffix = reason.isEmpty ? "" : " and the reason “\(reason)”"
    return WebSocketFailure(.closed, "the server closed the socket with the code \(code)\(suffix)", code)
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

extension WebSocketFailure {
  /// The failure of a message that was to be sent.
  var ofSending: WebSocketFailure { WebSocketFailure(kind, Self.sending + description, closeCode) }

  fileprivate static let sending = "the message could not be sent: "
}

extension NetworkRequestError {
  /// The error of a message that was to be sent, when this one has ended the socket.
  var ofSending: NetworkRequestError {
    guard case .urlSessionFailed(let failure) = self else { return self }
    guard let ended = failure.underlyingError as? WebSocketFailure else {
      return .urlSessionFailed(
        TransportFailure(
          failure.code, WebSocketFailure.sending + failure.message, underlyingError: failure.underlyingError,
          request: failure.request))
    }
    return ended.ofSending.error(for: failure.request)
  }
}

/// The end of a socket.
enum SocketEnd: Equatable, Sendable {
  /// A close frame has arrived; `code` is nil if it has none.
  case closed(WebSocketCloseCode?, reason: String)
  case failed(WebSocketFailure)
}

/// The reason for the end of a WebSocket as a number (RFC 6455 §7.4).
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number, such as 1000.
  public let rawValue: UInt16

  /// Takes a number. Only one that ``isSendable`` can be sent.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 1000: the purpose of the connection is fulfilled.
  public static let normal = WebSocketCloseCode(rawValue: 1000)
  /// 1001: the server goes down, or the client leaves.
  public static let goingAway = WebSocketCloseCode(rawValue: 1001)
  /// 1002: the other end has violated the protocol.
  public static let protocolError = WebSocketCloseCode(rawValue: 1002)
  /// 1003: a message has a type that cannot be accepted, such as binary where text is expected.
  public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// 1007: a message is not what its type says, such as text that is not UTF-8.
  public static let invalidData = WebSocketCloseCode(rawValue: 1007)
  /// 1008: a message violates a policy, for which no other code is suitable.
  public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
  /// 1009: a message is too large.
  public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
  /// 1010: the server did not agree on an extension that the client needs.
  public static let missingExtension = WebSocketCloseCode(rawValue: 1010)
  /// 1011: the server failed.
  public static let internalError = WebSocketCloseCode(rawValue: 1011)

  /// True if the code may be in a close frame: from 1000 to 1014 without 1004 to 1006, and from 3000 to 4999 (RFC 6455
  /// §7.4, and the registry of IANA). The others are reserved, or mean that there was no close frame.
  public var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// - Throws: `.invalidRequest` if the code cannot be sent.
  func checkSendable() throws(NetworkRequestError) {
    guard !isSendable else { return }
    throw .invalidRequest(.body, "the close code \(self) cannot be sent (RFC 6455 §7.4)")
  }

  /// True for the codes of an orderly end: 1000 and 1001.
  var isOrderly: Bool { self == .normal || self == .goingAway }

  /// True for the codes after which another socket may be opened a little later: 1001; 1011, an error of the server; 1012, its
  /// restart; 1013, its overload; 1014, an error of the server behind it.
  var isTemporary: Bool { self == .goingAway || (1011...1014).contains(rawValue) }

  /// The number.
  public var description: String { "\(rawValue)" }
}
