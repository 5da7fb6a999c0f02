#if canImport(Darwin)
  import Foundation

  /// What the C libraries disagree about.
  enum SocketPlatform {
    static let stream = SOCK_STREAM

    static func listen(_ socket: Int32) -> Int32 { Darwin.listen(socket, 1024) }

    static func accept(_ socket: Int32) -> Int32 { Darwin.accept(socket, nil, nil) }

    static func configure(_ socket: Int32) {
      var on: Int32 = 1
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    static func send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      Darwin.send(socket, bytes, count, 0)
    }

    static func shutdown(_ socket: Int32, writingOnly: Bool) {
      _ = Darwin.shutdown(socket, writingOnly ? SHUT_WR : SHUT_RDWR)
    }

    static func close(_ socket: Int32) { _ = Darwin.close(socket) }
  }
#endif
