#if os(Linux)
  import Foundation

  /// What the C libraries disagree about.
  enum SocketPlatform {
    static let stream = Int32(SOCK_STREAM.rawValue)

    static func listen(_ socket: Int32) -> Int32 { Foundation.listen(socket, 1024) }

    static func accept(_ socket: Int32) -> Int32 { Foundation.accept(socket, nil, nil) }

    static func configure(_ socket: Int32) {
      var on: Int32 = 1
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    static func send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      Foundation.send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    }

    static func shutdown(_ socket: Int32, writingOnly: Bool) {
      _ = Foundation.shutdown(socket, Int32(writingOnly ? SHUT_WR : SHUT_RDWR))
    }

    static func close(_ socket: Int32) { _ = Foundation.close(socket) }
  }
#endif
