#if os(Linux)
  import CRequisiteCurl

  /// The connections of a loop, by descriptor: which transfers use each, and what its server has sent on it.
  ///
  /// libcurl keeps idle connections, and reuses one even if the server has sent bytes on it in the meantime. The next
  /// request would get these bytes as its response. libcurl does not say which descriptor it reuses
  /// (CURLINFO_ACTIVESOCKET is -1 up to 7.88), so the connection is found by its two addresses. Used only by the loop's
  /// thread.
  ///
  /// The properties that each transfer uses need no check of exclusive access at run time: see ``CurlTransfer``.
  final class CurlConnections {
    /// Identifies one connection. The system reuses the number of a closed descriptor; the generation tells them apart.
    struct ID: Equatable {
      let descriptor: Int32
      fileprivate let generation: UInt32
    }

    /// The two ends of a connection, as libcurl reports them before it sends a request.
    struct Ends {
      let remoteAddress: UnsafePointer<CChar>?
      let remotePort: Int32
      let localAddress: UnsafePointer<CChar>?
      let localPort: Int32
    }

    private struct Entry {
      var generation: UInt32 = 0
      var isOpen = false
      /// 0 before the connection is established, and for a Unix domain socket.
      var localPort: Int32 = 0
      /// The number of transfers that use the connection now.
      var users = 0
      /// Whether a request was sent on the connection.
      var isUsed = false
      /// Whether the connection speaks HTTP/2; nil before a response has come.
      var isHTTP2: Bool?
      var speaksHTTP2: Bool { isHTTP2 == true }
      var session = CurlSession()
      /// The session of the previous connection with this descriptor.
      var formerSession = CurlSession()
    }

    @exclusivity(unchecked) private var entries: [Entry] = []
    /// The open descriptors by their local port; nearly always one each.
    @exclusivity(unchecked) private var byPort: [Int32: [Int32]] = [:]
    /// The open descriptors whose local port is not known yet.
    @exclusivity(unchecked) private var unnamed: [Int32] = []

    /// Records that a socket was created with this descriptor.
    func opened(_ descriptor: Int32) {
      while entries.count <= Int(descriptor) { entries.append(Entry()) }
      if entries[Int(descriptor)].isOpen { closed(descriptor) }
      let former = entries[Int(descriptor)]
      entries[Int(descriptor)] = Entry(
        generation: former.generation &+ 1, isOpen: true, formerSession: former.session)
      unnamed.append(descriptor)
    }

    /// Records that the descriptor is being closed.
    func closed(_ descriptor: Int32) {
      guard descriptor >= 0, Int(descriptor) < entries.count, entries[Int(descriptor)].isOpen else { return }
      entries[Int(descriptor)].isOpen = false
      let port = entries[Int(descriptor)].localPort
      guard port != 0 else { return unnamed.removeAll { $0 == descriptor } }
      byPort[port]?.removeAll { $0 == descriptor }
      if byPort[port]?.isEmpty == true { byPort[port] = nil }
    }

    /// Returns the connection with these ends; nil if no open connection has them, and for a Unix domain socket.
    func connection(between ends: Ends) -> ID? {
      guard ends.localPort > 0 else { return nil }
      if !unnamed.isEmpty { nameConnections() }
      guard let found = byPort[ends.localPort] else { return nil }
      let descriptor =
        found.count == 1
        ? found.first
        : found.first {
          rq_is_connection($0, ends.remoteAddress, ends.remotePort, ends.localAddress, ends.localPort) != 0
        }
      return descriptor.map { ID(descriptor: $0, generation: entries[Int($0)].generation) }
    }

    private func nameConnections() {
      unnamed.removeAll { descriptor in
        let port = rq_local_port(descriptor)
        guard port != 0 else { return false }
        entries[Int(descriptor)].localPort = port
        byPort[port, default: []].append(descriptor)
        return true
      }
    }
  }

  extension CurlConnections {
    /// The state of the connection that libcurl has chosen for a request.
    enum State {
      /// No reason against using it is known.
      case usable
      /// The server has closed its end. Reported for a connection that is in use, was never used, or speaks HTTP/2.
      case hungUp
      /// An idle HTTP/1.1 connection on which bytes or the end of the stream arrived before any request.
      case spoiled
    }

    /// Returns the state of the connection for the next request.
    ///
    /// Calls `hasTLSBytes` only for an HTTP/1.1 connection that was used before and is idle now.
    func state(of id: ID, hasTLSBytes: () -> Bool) -> State {
      guard let entry = entry(of: id) else { return .usable }
      let isIdle = entry.users == 0 && entry.isUsed
      // HTTP/2 sends at any time (RFC 9113 §6.5, §6.7), and so does TLS before the first request (RFC 8446 §4.6.1).
      guard isIdle, !entry.speaksHTTP2 else { return rq_is_hung_up(id.descriptor) != 0 ? .hungUp : .usable }
      return rq_is_readable(id.descriptor) != 0 || hasTLSBytes() ? .spoiled : .usable
    }

    /// Ends the idle HTTP/1.1 connections on which something waits to be read, so that libcurl finds them closed.
    ///
    /// Needed where libcurl does not say which connection a request gets: before 7.80, and for Unix domain sockets, which
    /// have no port.
    func endSpoiled(isIdle: (Int32) -> Bool) {
      for (index, entry) in entries.enumerated() where entry.isOpen && entry.users == 0 && !entry.speaksHTTP2
      {
        let descriptor = Int32(index)
        if isIdle(descriptor), rq_is_readable(descriptor) != 0 { rq_end_connection(descriptor) }
      }
    }

    /// Records that a request is about to be sent on the connection.
    func use(_ id: ID) {
      change(id) { entry in
        entry.users += 1
        entry.isUsed = true
      }
    }

    /// Records that a transfer no longer uses the connection.
    func release(_ id: ID) { change(id) { $0.users -= 1 } }

    /// Whether the connection is still open under its descriptor.
    func isOpen(_ id: ID) -> Bool { entry(of: id)?.isOpen == true }

    /// The number of transfers that use the connection.
    func users(of id: ID) -> Int { entry(of: id)?.users ?? 0 }

    /// Whether the connection is open and at least one transfer uses it.
    func isShared(_ id: ID) -> Bool { isOpen(id) && users(of: id) > 0 }

    /// Records the HTTP version of a response.
    func note(_ id: ID, isHTTP2: Bool) { change(id) { $0.isHTTP2 = isHTTP2 } }

    /// Whether the connection is known to speak HTTP/1.
    func speaksHTTP1(_ id: ID) -> Bool { entry(of: id)?.isHTTP2 == false }

    /// Changes the session state of a connection. Does nothing if its descriptor belongs to a newer connection.
    func changeSession(_ id: ID, _ body: (inout CurlSession) -> Void) { change(id) { body(&$0.session) } }

    /// Returns the session state of a connection, also after the connection was closed and its descriptor reused.
    /// nil if no connection had the descriptor.
    func session(of id: ID) -> CurlSession? {
      guard Int(id.descriptor) < entries.count else { return nil }
      let entry = entries[Int(id.descriptor)]
      return entry.generation == id.generation ? entry.session : entry.formerSession
    }

    private func entry(of id: ID) -> Entry? {
      guard Int(id.descriptor) < entries.count else { return nil }
      let entry = entries[Int(id.descriptor)]
      return entry.generation == id.generation ? entry : nil
    }

    private func change(_ id: ID, _ body: (inout Entry) -> Void) {
      guard entry(of: id) != nil else { return }
      body(&entries[Int(id.descriptor)])
    }
  }
#endif
