import Requisite

/// What client and server have agreed on for permessage-deflate (RFC 7692 §7.1).
struct MessageCoding: Sendable, Equatable {
  /// True if the client compresses each message without the ones before.
  var isClientFresh = false
  /// True if the server compresses each message without the ones before.
  var isServerFresh = false
  /// The window of the client is at most 2 to this power, from 8 to 15.
  var clientWindowBits = 15

  /// The value of `Sec-WebSocket-Extensions` that offers compression, with any of its parameters.
  static let offer = "permessage-deflate; client_max_window_bits"

  init() {}

  /// Reads the parameters of the response.
  ///
  /// - Throws: A failure of the handshake for a parameter that is unknown, repeated, or has an invalid value, by which the
  ///   client must not go on (RFC 7692 §7).
  init(parameters: [Substring]) throws(WebSocketFailure) {
    var names: Set<String> = []
    for parameter in parameters {
      let (name, value) = HTTPQuoting.parameter(parameter) ?? (String(parameter), nil)
      guard names.insert(name).inserted else { throw Self.refused(parameter, "is repeated") }
      switch (name, value) {
      case ("client_no_context_takeover", nil): isClientFresh = true
      case ("server_no_context_takeover", nil): isServerFresh = true
      case ("client_max_window_bits", let value?): clientWindowBits = try Self.bits(value, parameter)
      // The decoder has the largest window, which suffices for each smaller one.
      case ("server_max_window_bits", let value?): _ = try Self.bits(value, parameter)
      default: throw Self.refused(parameter, "was not offered")
      }
    }
  }

  private static func bits(_ value: String, _ parameter: Substring) throws(WebSocketFailure) -> Int {
    guard let bits = Int(value), "\(bits)" == value, (8...15).contains(bits) else {
      throw refused(parameter, "is not from 8 to 15")
    }
    return bits
  }

  private static func refused(_ parameter: Substring, _ words: String) -> WebSocketFailure {
    WebSocketFailure(
      .handshake, "the parameter “\(parameter.prefix(80))” of permessage-deflate \(words) (RFC 7692 §7)")
  }
}
