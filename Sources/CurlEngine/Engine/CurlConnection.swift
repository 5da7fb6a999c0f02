import CRequisiteCurl

/// One connection of a loop, from the creation of its socket until the last transfer has released it. Used only by the
/// loop's thread.
///
/// The properties that each transfer uses need no check of exclusive access at run time: see ``CurlTransfer``.
final class CurlConnection {
  let descriptor: Int32
  /// 0 before the connection is established, and for a Unix domain socket.
  fileprivate(set) var localPort: Int32 = 0
  /// The number of transfers that use the connection now.
  @exclusivity(unchecked) private(set) var users = 0
  /// Whether a request was sent on the connection.
  @exclusivity(unchecked) private(set) var isUsed = false
  /// The last transfer that uses the connection; nil if none does.
  @exclusivity(unchecked) private(set) var user: CurlTransfer?
  /// Whether the connection speaks HTTP/2; nil if that is not known, before a response has come.
  @exclusivity(unchecked) var isHTTP2: Bool?
  /// The time at which something last arrived on the socket, whether it completed anything or not.
  @exclusivity(unchecked) fileprivate(set) var lastArrival: UInt64 = 0
  /// The time at which the system last reported that the socket takes more.
  @exclusivity(unchecked) fileprivate(set) var lastWritable: UInt64 = 0
  /// Whether the server has sent GOAWAY (RFC 9113 §6.8): it takes no new streams.
  var receivedGoAway = false
  /// The last stream that the server has processed by its GOAWAY; nil before it, or if it is not known.
  var lastStream: Int?
  /// The handles of the transfers under way, by their HTTP/2 streams.
  @exclusivity(unchecked) var streams: [Int: CurlHandle] = [:]

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the system has reported since the given time that the socket takes more, or would now.
  func isWritable(since time: UInt64) -> Bool { lastWritable > time || rq_is_writable(descriptor) != 0 }

  /// Records that a request is about to be sent on the connection.
  func use(by transfer: CurlTransfer?) {
    users += 1
    (isUsed, user) = (true, transfer)
  }

  /// Records that a transfer no longer uses the connection.
  func release(by transfer: CurlTransfer?) {
    users -= 1
    if user === transfer { user = nil }
  }
}

/// The open connections of a loop, which are found by their addresses: see `Quirks/UnaskedBytes.swift`. Used only by the
/// loop's thread.
final class CurlConnections {
  /// The two ends of a connection, as libcurl reports them before it sends a request.
  struct Endpoints {
    let remoteAddress: UnsafePointer<CChar>?
    let remotePort: Int32
    let localAddress: UnsafePointer<CChar>?
    let localPort: Int32
  }

  /// The connections by their descriptor.
  @exclusivity(unchecked) private(set) var byDescriptor: [CurlConnection?] = []
  /// The connections by their local port; nearly always one each.
  @exclusivity(unchecked) private var byPort: [Int32: [CurlConnection]] = [:]
  /// The connections whose local port is not known yet.
  @exclusivity(unchecked) private var unnamed: [CurlConnection] = []

  /// Records that a socket was created with this descriptor.
  func opened(_ descriptor: Int32) {
    while byDescriptor.count <= Int(descriptor) { byDescriptor.append(nil) }
    closed(descriptor)
    let connection = CurlConnection(descriptor)
    byDescriptor[Int(descriptor)] = connection
    unnamed.append(connection)
  }

  /// The open connection with this descriptor; nil if there is none.
  func connection(on descriptor: Int32) -> CurlConnection? {
    byDescriptor.indices.contains(Int(descriptor)) ? byDescriptor[Int(descriptor)] : nil
  }

  /// Records that something has arrived on the socket, or its end has, or that the socket takes more.
  func noted(_ events: Int32, on descriptor: Int32, at now: UInt64) {
    guard let connection = connection(on: descriptor) else { return }
    if events & Int32(RQ_POLL_READ) != 0 { connection.lastArrival = now }
    if events & Int32(RQ_POLL_WRITE) != 0 { connection.lastWritable = now }
  }

  /// Records that the descriptor is being closed.
  func closed(_ descriptor: Int32) {
    guard let connection = connection(on: descriptor) else { return }
    byDescriptor[Int(descriptor)] = nil
    let port = connection.localPort
    guard port != 0 else { return unnamed.removeAll { $0 === connection } }
    byPort[port]?.removeAll { $0 === connection }
    if byPort[port]?.isEmpty == true { byPort[port] = nil }
  }

  /// Returns the connection with these ends; nil if no open connection has them, and for a Unix domain socket.
  func connection(between endpoints: Endpoints) -> CurlConnection? {
    guard endpoints.localPort > 0 else { return nil }
    if !unnamed.isEmpty { nameConnections() }
    guard let found = byPort[endpoints.localPort] else { return nil }
    return found.count == 1
      ? found.first
      : found.first {
        rq_is_connection(
          $0.descriptor, endpoints.remoteAddress, endpoints.remotePort, endpoints.localAddress,
          endpoints.localPort) != 0
      }
  }

  private func nameConnections() {
    unnamed.removeAll { connection in
      connection.localPort = rq_local_port(connection.descriptor)
      guard connection.localPort != 0 else { return false }
      byPort[connection.localPort, default: []].append(connection)
      return true
    }
  }
}

extension CurlConnection {
  /// The state of the connection that libcurl has chosen for a request.
  enum State {
    /// No reason against using it is known.
    case usable
    /// The server has closed its end. Reported for a connection that is in use, was never used, or speaks HTTP/2.
    case hungUp
    /// An idle HTTP/1.1 connection on which bytes or the end of the stream arrived before any request.
    case stale
  }

  /// Returns the state of the connection for the next request.
  ///
  /// Calls `hasTLSBytes` only for an HTTP/1.1 connection that was used before and is idle now.
  func state(hasTLSBytes: () -> Bool) -> State {
    // HTTP/2 sends at any time (RFC 9113 §6.5, §6.7), and so does TLS before the first request (RFC 8446 §4.6.1).
    if let user, isHTTP2 == false, !user.head.isComplete { return .stale }
    guard users == 0, isUsed, isHTTP2 != true else {
      return rq_is_hung_up(descriptor) != 0 ? .hungUp : .usable
    }
    return rq_is_readable(descriptor) != 0 || hasTLSBytes() ? .stale : .usable
  }
}
