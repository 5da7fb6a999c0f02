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

  /// True for the codes of an orderly end: 1000 and 1001.
  var isOrderly: Bool { self == .normal || self == .goingAway }

  /// True for the codes after which another socket may be opened a little later: 1001; 1011, an error of the server; 1012, its
  /// restart; 1013, its overload; 1014, an error of the server behind it.
  var isTemporary: Bool { self == .goingAway || (1011...1014).contains(rawValue) }

  /// The number.
  public var description: String { "\(rawValue)" }
}
