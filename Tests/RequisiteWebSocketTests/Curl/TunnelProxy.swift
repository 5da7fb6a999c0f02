#if os(Linux)
  import Foundation
  import TestSupport

  extension FaultConnection {
    /// Answers CONNECT, and then passes bytes between the client and a port of 127.0.0.1, whatever the host that was asked for.
    func tunnel(to port: UInt16) throws {
      try readRequestHead()
      let upstream = try Upstream(port: port)
      try send("HTTP/1.1 200 Connected\r\n\r\n")
      let backward = Thread { [self] in
        while let bytes = upstream.receive() { try? send(bytes) }
        finishSending()
      }
      backward.start()
      defer { upstream.finish() }
      while true { upstream.send(try readSome()) }
    }
  }

  /// A connection of a proxy to a server.
  private final class Upstream: Sendable {
    private let descriptor: Int32

    init(port: UInt16) throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw TunnelError() }
    }

    deinit { close(descriptor) }

    func receive() -> Data? {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return count > 0 ? Data(buffer.prefix(count)) : nil
    }

    func send(_ bytes: Data) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    func finish() { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private struct TunnelError: Error {}
#endif
