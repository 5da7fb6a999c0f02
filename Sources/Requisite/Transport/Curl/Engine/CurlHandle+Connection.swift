#if os(Linux)
  import CRequisiteCurl

  /// The connection of a handle, from when libcurl has chosen one to when the transfer is over.
  extension CurlHandle {
    /// libcurl has a connection, and is about to send the request on it; false where it must not.
    func mayBeSent(between ends: CurlConnections.Ends) -> Bool {
      guard let transfer, let poller else { return false }
      leaveConnection()
      guard let id = poller.connections.connection(between: ends) else {
        return transfer.mayBeSent(on: .usable)
      }
      // libcurl will say when it closes it.
      poller.connected(id.descriptor)
      let state = poller.connections.state(of: id) { rq_easy_has_tls_bytes(easy) != 0 }
      guard transfer.mayBeSent(on: state) else { return false }
      poller.connections.use(id)
      connection = id
      return true
    }

    /// The header section of the response has begun.
    func noteResponse(isHTTP2: Bool) {
      if connection == nil { findConnection() }
      if isHTTP2, let connection { poller?.connections.noteHTTP2(connection) }
    }

    /// A line that libcurl writes to its log: the only place where it says that the server takes no more streams, or that
    /// it has ended TLS.
    func noticed(_ line: UnsafeRawBufferPointer) {
      guard let connection, let poller, let first = line.first, line.count < 200 else { return }
      guard first == UInt8(ascii: "r") || first == UInt8(ascii: "T") else { return }
      let text = String(decoding: line, as: UTF8.self)
      // "received GOAWAY, …", which 7.88 misspells; "TLSv1.3 (IN), TLS alert, close notify (256):".
      if text.hasPrefix("rec"), text.contains("eived GOAWAY") {
        poller.connections.changeSession(connection) { $0.saidGoAway = true }
      } else if text.hasPrefix("TLS"), text.contains("(IN)"), text.contains("close notify") {
        poller.connections.changeSession(connection) { $0.saidCloseNotify = true }
      }
    }

    /// The head of a TLS record (RFC 8446 §5.1), before its content is encrypted or after it came.
    func noticed(recordHead bytes: UnsafeRawBufferPointer, isSent: Bool) {
      // Records of application data, that are long enough for a frame: an alert of TLS 1.3 is not.
      guard bytes.count == 5, bytes[0] == 23, let connection, let poller else { return }
      let length = Int(bytes[3]) << 8 | Int(bytes[4])
      guard length >= 25 else { return }
      poller.connections.changeSession(connection) { session in
        guard isSent else { return session.noteReceived(length) }
        session.noteSent(length, by: transfer?.request.body.isSent == false ? ObjectIdentifier(self) : nil)
      }
    }

    /// What is known of the session; nil without a connection.
    var session: CurlSession? { connection.flatMap { poller?.connections.session(of: $0) } }

    /// Whether the server has said by TLS that nothing follows; true where it is not known.
    var saidCloseNotify: Bool { session?.saidCloseNotify ?? true }

    /// Whether the server has said on the connection that it takes no more streams.
    var saidGoAway: Bool { session?.saidGoAway ?? false }

    /// Whether the connection of the transfer is open; false where it is not known.
    var isConnectionOpen: Bool {
      guard let connection, let poller else { return false }
      return poller.connections.isOpen(connection)
    }

    /// Whether libcurl has ended the session of the transfer, which is over, because the session failed.
    var isSessionBroken: Bool {
      guard let connection, let poller else { return false }
      return poller.connections.isBroken(connection, for: ObjectIdentifier(self))
    }

    /// The bytes that came on the connection are handed to a transfer.
    func noteDelivery() {
      guard let connection, let poller else { return }
      poller.connections.changeSession(connection) { $0.undelivered = 0 }
    }

    /// The transfer is over, or gets another connection.
    func leaveConnection() {
      guard let connection else { return }
      self.connection = nil
      poller?.connections.release(connection)
    }

    /// The transfer is over, and the handle is not for another one.
    func abandon() {
      leaveConnection()
      transfer = nil
    }

    /// Before 7.80 libcurl says only now which connection it took.
    private func findConnection() {
      var (remotePort, localPort) = (0, 0)
      var (remote, local): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
      // CURLINFO_PRIMARY_PORT, CURLINFO_LOCAL_PORT, CURLINFO_PRIMARY_IP, CURLINFO_LOCAL_IP
      _ = rq_easy_get_long(easy, 0x20_0000 + 40, &remotePort)
      _ = rq_easy_get_long(easy, 0x20_0000 + 42, &localPort)
      _ = rq_easy_get_string(easy, 0x10_0000 + 32, &remote)
      _ = rq_easy_get_string(easy, 0x10_0000 + 41, &local)
      let ends = CurlConnections.Ends(
        remoteAddress: remote, remotePort: Int32(clamping: remotePort), localAddress: local,
        localPort: Int32(clamping: localPort))
      guard let poller, let id = poller.connections.connection(between: ends) else { return }
      poller.connected(id.descriptor)
      poller.connections.use(id)
      connection = id
    }
  }
#endif
