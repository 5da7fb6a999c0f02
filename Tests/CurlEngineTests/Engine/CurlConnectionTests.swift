#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The connections of a loop, by their descriptors and their ends")
  struct CurlConnectionTests {
    /// A connection to a port, from an address and a port of this machine; a free port for 0.
    private static func connection(to port: UInt16, from host: String, _ local: Int32 = 0) throws -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      for (address, port, join) in [(host, UInt16(local), bind), ("127.0.0.1", port, connect)] {
        var end = sockaddr_in()
        (end.sin_family, end.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        end.sin_addr.s_addr = inet_addr(address)
        let code = withUnsafeBytes(of: &end) { bytes -> Int32 in
          guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
          return join(descriptor, raw, socklen_t(bytes.count))
        }
        try #require(code == 0)
      }
      return descriptor
    }

    @Test("each is found by its ends, whatever had its descriptor or its port, and none that is closed")
    func ends() throws {
      let server = try FaultServer { $0.waitUntilClosed() }
      defer { server.stop() }
      let first = try Self.connection(to: server.port, from: "127.0.0.1")
      let port = rq_local_port(first)
      let second = try Self.connection(to: server.port, from: "127.0.0.2", port)
      defer { for descriptor in [first, second] { close(descriptor) } }
      let connections = CurlConnections()
      func found(from host: String) -> CurlConnection? {
        "127.0.0.1".withCString { remote in
          host.withCString { local in
            connections.connection(
              between: .init(
                remoteAddress: remote, remotePort: Int32(server.port), localAddress: local, localPort: port))
          }
        }
      }
      // One that is closed before it is asked for.
      connections.opened(first)
      connections.closed(first)
      for descriptor in [first, second] { connections.opened(descriptor) }
      #expect(found(from: "127.0.0.1") === connections.connection(on: first))
      #expect(found(from: "127.0.0.2") === connections.connection(on: second))
      // One whose close is not reported.
      let former = connections.connection(on: first)
      connections.opened(first)
      #expect(connections.connection(on: first) !== former)
      #expect(found(from: "127.0.0.1") === connections.connection(on: first))
      for descriptor in [first, second] { connections.closed(descriptor) }
      #expect(found(from: "127.0.0.1") == nil && found(from: "127.0.0.2") == nil)
    }

    @Test("an idle one on which something has arrived is ended, but not if libcurl waits for it")
    func spoiled() throws {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { for descriptor in ends { close(descriptor) } }
      let connections = CurlConnections()
      connections.opened(ends[0])
      connections.endStale { _ in true }
      #expect(write(ends[1], "a", 1) == 1)
      connections.endStale { _ in false }
      #expect(rq_is_hung_up(ends[1]) == 0)
      connections.endStale { _ in true }
      #expect(rq_is_hung_up(ends[1]) != 0)
    }

    @Test("the stream of a transfer that is over is not the connection's any more")
    func streams() throws {
      _ = try CurlLibrary.loaded.get()
      let connections = CurlConnections()
      connections.opened(0)
      let connection = try #require(connections.connection(on: 0))
      let handle = try #require(CurlHandle())
      func log(_ line: String) { Array("[HTTP/2] \(line)".utf8).withUnsafeBytes { handle.receivedLog($0) } }
      handle.connection = connection
      log("[1] OPENED stream for https://localhost/")
      #expect(connection.streams[1] === handle)
      handle.releaseConnection()
      #expect(connection.streams.isEmpty)
      // A stream that begins after a GOAWAY is refused by it.
      handle.connection = connection
      log("[0] <- FRAME[GOAWAY, error=0, reason='', last_stream=1]")
      handle.forget()
      log("[3] OPENED stream for https://localhost/")
      #expect(handle.stream.number == 3 && handle.stream.wasRefused)
    }
  }
#endif
