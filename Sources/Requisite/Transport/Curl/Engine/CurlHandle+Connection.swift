#if os(Linux)
  import CRequisiteCurl

  /// The connection of a handle, from libcurl's choice of it to the end of the transfer.
  extension CurlHandle {
    /// Turns the log on or off for the debug callback. Nothing is printed.
    ///
    /// libcurl writes a text for each entry, whether anything reads it or not. So the log is on only while a connection
    /// is made, because libcurl then observes all its records, and where the end of a response depends on the log: over
    /// HTTP/2, and for a body that ends with a TLS connection.
    func listen(_ isOn: Bool) {
      let isOn = isOn && hasLog
      guard isOn != isListening else { return }
      // libcurl has taken the option before, and takes it at any time.
      if rq_easy_set_long(easy, CurlOption.Number.verbose.rawValue, isOn ? 1 : 0) == 0 { isListening = isOn }
    }

    /// Records that libcurl makes a connection for the transfer.
    func opened(_ descriptor: Int32) {
      listen(true)
      poller?.opened(descriptor)
    }

    /// Whether the request may be sent on the connection that libcurl has chosen. If so, records that the transfer uses
    /// it.
    func mayBeSent(between ends: CurlConnections.Ends) -> Bool {
      guard let transfer, let poller else { return false }
      leaveConnection()
      guard let id = poller.connections.connection(between: ends) else {
        listen(true)
        return transfer.mayBeSent(on: .usable)
      }
      listen(!poller.connections.speaksHTTP1(id))
      // libcurl reports when it closes an established connection.
      poller.connected(id.descriptor)
      let state = poller.connections.state(of: id) { rq_easy_has_tls_bytes(easy) != 0 }
      guard transfer.mayBeSent(on: state) else { return false }
      poller.connections.use(id)
      connection = id
      return true
    }

    /// Records the response's HTTP version for its connection, once the header section is complete.
    ///
    /// - Parameter endsWithConnection: Whether the body ends with the connection, so that close_notify matters.
    func noteResponse(isHTTP2: Bool, endsWithConnection: Bool) {
      if connection == nil { findConnection() }
      if let connection { poller?.connections.note(connection, isHTTP2: isHTTP2) }
      if endsWithConnection { listen(true) }
    }

    /// Reads a line of libcurl's log, the only place where libcurl reports that the server takes no more streams or has
    /// ended TLS.
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

    /// Reads the header of a TLS record (RFC 8446 §5.1), before the content of a sent record is encrypted, or after the
    /// record was received.
    func noticed(recordHead bytes: UnsafeRawBufferPointer, isSent: Bool) {
      // Only records of application data (type 23) that are long enough for a frame. A TLS 1.3 alert is shorter.
      guard bytes.count == 5, bytes[0] == 23, let connection, let poller else { return }
      let length = Int(bytes[3]) << 8 | Int(bytes[4])
      guard length >= 25 else { return }
      poller.connections.changeSession(connection) { session in
        guard isSent else { return session.noteReceived(length) }
        session.noteSent(length, by: ObjectIdentifier(self), isSendingBody: transfer?.isSendingBody ?? true)
      }
    }

    /// The state of the connection's session; nil without a known connection.
    var session: CurlSession? { connection.flatMap { poller?.connections.session(of: $0) } }

    /// Whether the server has sent close_notify, the TLS alert that nothing follows; true if that is not known.
    var saidCloseNotify: Bool { session?.saidCloseNotify ?? true }

    /// Whether the server has sent GOAWAY: it takes no more streams on the connection.
    var saidGoAway: Bool { session?.saidGoAway ?? false }

    /// Whether the transfer's connection is open; false if the connection is not known.
    var isConnectionOpen: Bool {
      guard let connection, let poller else { return false }
      return poller.connections.isOpen(connection)
    }

    /// Whether the session of the ended transfer failed, although libcurl reports the transfer as complete.
    var isSessionBroken: Bool {
      guard let connection, let poller else { return false }
      return poller.connections.isBroken(connection, for: ObjectIdentifier(self))
    }

    /// Whether the last frame on the connection, which no other transfer uses, can only have reset the stream of the ended
    /// transfer, whose request has no body. libcurl up to 7.88 reports a reset with the code NO_ERROR as the end of the
    /// response.
    var mayHaveBeenReset: Bool {
      guard let connection, let poller, transfer?.request.body.hasBytes == false else { return false }
      return session?.mayHaveReset == true && poller.connections.users(of: connection) == 1
    }

    /// Records that libcurl has handed the received bytes to a transfer. Without TLS there are no records to compare with.
    func noteDelivery() {
      guard isSecure == true, let connection, let poller else { return }
      poller.connections.changeSession(connection) { $0.noteDelivery() }
    }

    /// Releases the connection: the transfer is over, or gets another connection.
    func leaveConnection() {
      guard let connection else { return }
      self.connection = nil
      poller?.connections.release(connection)
    }

    /// Releases the connection and the transfer, which is over.
    func abandon() {
      leaveConnection()
      transfer = nil
    }

    /// Finds the connection of the response. Before 7.80, libcurl does not report earlier which one it took.
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
