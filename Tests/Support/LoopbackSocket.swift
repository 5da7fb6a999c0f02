import Foundation

/// The few socket calls that the fault server needs.
enum LoopbackSocket {
  /// A listening socket on a free port of 127.0.0.1, and the port.
  static func listen() throws -> (socket: Int32, port: UInt16) {
    let listener = try check("socket", socket(AF_INET, SocketPlatform.stream, 0))
    set(SO_REUSEADDR, on: listener)
    let port = try bindToFreePort(listener)
    try check("listen", SocketPlatform.listen(listener))
    return (listener, port)
  }

  /// Binds a socket to a free port of 127.0.0.1, and returns the port.
  static func bindToFreePort(_ socket: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutableBytes(of: &address) { bytes in
      guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
      try check("bind", bind(socket, raw, size))
      try check("getsockname", getsockname(socket, raw, &size))
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// A listening Unix domain socket.
  static func listen(unixPath: String) throws -> Int32 {
    let listener = try check("socket", socket(AF_UNIX, SocketPlatform.stream, 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: unixPath.utf8.prefix($0.count - 1)) }
    try withUnsafeBytes(of: &address) { bytes in
      guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
      try check("bind", bind(listener, raw, socklen_t(MemoryLayout<sockaddr_un>.size)))
      try check("listen", SocketPlatform.listen(listener))
    }
    return listener
  }

  /// The next connection; nil where none came for a tenth of a second, or the listener was interrupted.
  static func accept(_ listener: Int32) -> Int32? {
    var event = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, 100) > 0 else { return nil }
    let socket = SocketPlatform.accept(listener)
    guard socket >= 0 else { return nil }
    SocketPlatform.configure(socket)
    return socket
  }

  /// True if a socket listens on that port of 127.0.0.1.
  static func canConnect(to port: UInt16) -> Bool {
    let client = socket(AF_INET, SocketPlatform.stream, 0)
    guard client >= 0 else { return false }
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafeBytes(of: &address) { bytes in
      guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return connect(client, raw, socklen_t(bytes.count)) == 0
    }
  }

  /// What has arrived, waiting for it; nil at the end of the stream.
  static func receive(from socket: Int32) throws -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = try check("recv", Int32(recv(socket, &buffer, buffer.count, 0)))
    return count == 0 ? nil : Data(buffer.prefix(Int(count)))
  }

  static func send(_ bytes: Data, to socket: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let sent = SocketPlatform.send(socket, piece.baseAddress, min(piece.count, 1 << 20))
        rest = rest.dropFirst(Int(try check("send", Int32(sent))))
      }
    }
  }

  static func resetOnClose(_ socket: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  static func finishSending(_ socket: Int32) { SocketPlatform.shutdown(socket, writingOnly: true) }
  static func interrupt(_ socket: Int32) { SocketPlatform.shutdown(socket, writingOnly: false) }
  static func close(_ socket: Int32) { SocketPlatform.close(socket) }

  private static func set(_ option: Int32, on socket: Int32) {
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  @discardableResult
  static func check(_ call: String, _ result: Int32) throws -> Int32 {
    guard result < 0 else { return result }
    throw SocketError.system(call: call, errno: errno)
  }
}
