import Requisite

/// A message of a WebSocket: text or bytes.
///
/// As the type of what comes or is sent, `WebSocketMessage` takes both kinds; `String` takes text, `Data` bytes, and any
/// other `Codable` type is JSON in text.
public enum WebSocketMessage: Sendable, Hashable, Codable {
  /// A text message.
  case text(String)
  /// A binary message.
  case binary(Data)
}

extension WebSocketMessage: ExpressibleByStringInterpolation {
  /// A text message.
  public init(stringLiteral value: String) { self = .text(value) }
}

/// A message as it arrived, or as it is sent, or a part of one. The text of a message is valid UTF-8.
struct RawMessage: Sendable, Equatable {
  let isText: Bool
  let bytes: Data
  /// False for a part that another one precedes.
  var isStart = true
  /// False for a part that another one follows.
  var isEnd = true
}

extension RawMessage {
  init(_ message: WebSocketMessage) {
    switch message {
    case .text(let text): self.init(isText: true, bytes: Data(text.utf8))
    case .binary(let data): self.init(isText: false, bytes: data)
    }
  }

  /// The message as it is, text or bytes.
  var message: WebSocketMessage {
    isText ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes)
  }

  /// - Throws: `InvalidRequest` if the value cannot be encoded.
  init<Outgoing: Encodable>(_ value: Outgoing, by encoder: any BodyEncoder) throws(NetworkRequestError) {
    switch value {
    case let text as String: self.init(isText: true, bytes: Data(text.utf8))
    case let data as Data: self.init(isText: false, bytes: data)
    case let message as WebSocketMessage: self.init(message)
    default:
      do { self.init(isText: true, bytes: try encoder.encode(value)) } catch {
        throw .invalidRequest(.body, "the message cannot be encoded", underlyingError: error)
      }
    }
  }

  /// Returns the message as a value.
  ///
  /// - Throws: `.decodingError` if the message is not what the type needs.
  func value<Incoming: Decodable>(
    _ type: Incoming.Type, by decoder: any ResponseDecoder, of response: NetworkResponse
  ) throws(NetworkRequestError) -> Incoming {
    let message: Any? =
      switch type {
      case is String.Type: isText ? String(decoding: bytes, as: UTF8.self) : nil
      case is Data.Type: isText ? nil : bytes
      case is WebSocketMessage.Type: self.message
      default: try decoded(type, by: decoder, of: response)
      }
    if let value = message as? Incoming { return value }
    throw failure(OtherKind(isText: isText), to: type, of: response)
  }

  private func decoded<Incoming: Decodable>(
    _ type: Incoming.Type, by decoder: any ResponseDecoder, of response: NetworkResponse
  ) throws(NetworkRequestError) -> Incoming {
    do { return try decoder.decode(type, from: bytes) } catch {
      throw failure(error, to: type, of: response)
    }
  }

  /// The error of a message that is not what the type needs, which becomes the data of the error's response.
  private func failure(
    _ error: any Error, to type: Any.Type, of response: NetworkResponse
  ) -> NetworkRequestError {
    .decodingError(
      DecodingFailure(.message(error), type: type, response: response.replacing(body: .data(bytes))))
  }
}

/// The error of a text message where bytes are expected, or the other way round.
private struct OtherKind: Error, CustomStringConvertible {
  let isText: Bool

  var description: String {
    "a \(isText ? "text" : "binary") message arrived where the other kind is expected"
  }
}
