import Foundation

/// A port of 127.0.0.1 that refuses connections for as long as this is held. The port of a server that has stopped may be
/// another server's by the next moment.
public final class RefusingPort: Sendable {
  /// The port.
  public let port: UInt16
  private let socket: Int32

  /// Takes a free port, without listening on it.
  public init() throws {
    socket = try LoopbackSocket.check("socket", Foundation.socket(AF_INET, SocketPlatform.stream, 0))
    port = try LoopbackSocket.bindToFreePort(socket)
  }

  deinit { LoopbackSocket.close(socket) }

  /// `http://127.0.0.1:port/`.
  public var url: URL {
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.port, parts.path) = ("http", "127.0.0.1", Int(port), "/")
    return parts.url ?? URL(filePath: "/")
  }
}
