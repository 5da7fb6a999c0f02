import Requisite

/// The options of WebSockets, as the request option `webSocket`.
///
/// ```swift
/// struct Chat: Request {
///   typealias ReturnType = WebSocket<String, String>
///   let path = "/chat"
///   let options = RequestOptions().with(\.webSocket, WebSocketOptions(subprotocols: ["chat.v2", "chat"]))
/// }
/// ```
/// The handshake obeys the request's options: `timeout` is the longest silence of the server, `deadline` bounds the
/// handshake with its redirects and attempts, and not the socket after it.
public struct WebSocketOptions: Sendable, Hashable {
  /// The subprotocols offered, the preferred one first (RFC 6455 §1.9). A server that chooses another one is refused. Empty
  /// by default.
  public var subprotocols: [String]
  /// Whether messages may be compressed by permessage-deflate (RFC 7692), if the server agrees. True by default. It has an
  /// effect on Linux alone.
  public var compresses = true
  /// Messages of fewer bytes are sent uncompressed. 256 by default: the compressed form of shorter ones is hardly shorter.
  public var minimumCompressedSize = 256
  /// The most bytes of a message that arrives, after decompression. 16 MiB by default. A larger one ends the socket with
  /// the code 1009.
  public var maximumMessageSize = 16 << 20
  /// The time between two pings that keep the connection alive, and find out that it is lost. nil by default: none are sent.
  public var pingInterval: Duration?
  /// The longest time without any byte of the server after a ping. 20 seconds by default. On Apple platforms, whose URLSession
  /// sees a pong only when the messages before it are read, it counts while a message is waited for.
  public var pongTimeout: Duration = .seconds(20)
  /// The longest time that the close handshake may take. 5 seconds by default; the connection is then closed without it. It
  /// has no effect on Apple platforms, whose URLSession sends its close frame and ends without the server's.
  public var closeTimeout: Duration = .seconds(5)

  /// Creates options with the defaults of all but the subprotocols.
  public init(subprotocols: [String] = []) { self.subprotocols = subprotocols }
}

extension RequestOptions {
  /// The options of the WebSocket that the request opens.
  public var webSocket: WebSocketOptions {
    get { self[WebSocketKey.self] }
    set { self[WebSocketKey.self] = newValue }
  }
}

private enum WebSocketKey: RequestOptionKey { static let defaultValue = WebSocketOptions() }
