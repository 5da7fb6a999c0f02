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
    (lookUpStart, speaksHTTP2) = (0, nil)
    listen(true)
    poller?.opened(descriptor)
  }

  /// Whether the request may be sent on the connection that libcurl has chosen. If so, records that the transfer uses
  /// it.
  func mayBeSent(between ends: CurlConnections.Ends) -> Bool {
    guard let transfer, let poller else { return false }
    transfer.noteAttempt()
    leaveConnection()
    forget()
    guard let connection = poller.connections.connection(between: ends) else {
      listen(true)
      return transfer.mayBeSent(on: .usable)
    }
    // The log says when TLS has ended, which matters while the request's body is being sent.
    listen(connection.isHTTP2 != false || transfer.request.body.hasBytes)
    // libcurl reports when it closes an established connection.
    poller.connected(connection.descriptor)
    let state = connection.state { rq_easy_has_tls_bytes(easy) != 0 }
    guard transfer.mayBeSent(on: state) else { return false }
    if let speaksHTTP2 { connection.isHTTP2 = connection.isHTTP2 ?? speaksHTTP2 }
    connection.use(by: transfer)
    self.connection = connection
    return true
  }

  /// Records the response's HTTP version for its connection, once the header section is complete.
  ///
  /// - Parameter endsWithConnection: Whether the body ends with the connection, so that close_notify matters.
  func noteResponse(isHTTP2: Bool, endsWithConnection: Bool) {
    if connection == nil { findConnection() }
    connection?.isHTTP2 = isHTTP2
    if endsWithConnection { listen(true) }
  }

  /// Reads a line of libcurl's log, the only place where libcurl reports that the server takes no more streams, has
  /// refused a stream, wants a certificate, or has ended TLS, and the hash of its key.
  func noticed(_ line: UnsafeRawBufferPointer) {
    guard let first = line.first, line.count < 200 else { return }
    switch first {
    case UInt8(ascii: "r"), UInt8(ascii: "A"), UInt8(ascii: "T"), UInt8(ascii: "H"), UInt8(ascii: "R"),
      UInt8(ascii: " "),
      UInt8(ascii: "\t"):
      break
    default: return
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("received GOAWAY") {
      connection?.saidGoAway = true
    } else if text.hasPrefix("TLS"), text.contains("(IN)") {
      // "TLSv1.3 (IN), TLS alert, close notify (256):"
      if text.contains("close notify") { saidCloseNotify = true }
      // "TLSv1.3 (IN), TLS handshake, Request CERT (13):"
      if text.contains("Request CERT") { wasAskedForCertificate = true }
    } else if text.hasPrefix("ALPN: server ") {
      // "ALPN: server accepted h2", or another protocol, or "ALPN: server did not agree on a protocol. Uses default."
      speaksHTTP2 = text.hasPrefix("ALPN: server accepted h2")
    } else if text.hasPrefix("HTTP/2 stream "), text.contains("refused by server") {
      wasRefused = true
    } else if let label = text.firstRange(of: " public key hash: ") {
      serverKey = String(text[label.upperBound...].prefix { !$0.isWhitespace })
    }
  }

  /// Keeps a challenge in the proxy's response to CONNECT, before anything is sent to the server itself.
  func noticed(headerLine line: UnsafeRawBufferPointer) {
    guard transfer?.attempts == 0, line.count < 4096 - challenges.size else { return }
    let line = HTTPHeaderLine(line)
    guard ASCII.equalIgnoringCase(line.name, lowercased: "proxy-authenticate"),
      line.bytes.allSatisfy({ $0 >= 32 || $0 == 9 })
    else { return }
    challenges.append(line.bytes)
  }

  /// Releases the connection: the transfer is over, or gets another connection.
  func leaveConnection() {
    connection?.release(by: transfer)
    connection = nil
  }

  /// Releases the connection and the transfer, which is over.
  func abandon() {
    leaveConnection()
    transfer = nil
    (lookUpStart, speaksHTTP2) = (0, nil)
    wasAskedForCertificate = false
    challenges.restart()
  }

  /// Finds the connection of the response. Before 7.80, libcurl does not report earlier which one it took.
  private func findConnection() {
    var (remotePort, localPort) = (0, 0)
    var (remote, local): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
    _ = rq_easy_get_long(easy, RQ_INFO_PRIMARY_PORT, &remotePort)
    _ = rq_easy_get_long(easy, RQ_INFO_LOCAL_PORT, &localPort)
    _ = rq_easy_get_string(easy, RQ_INFO_PRIMARY_IP, &remote)
    _ = rq_easy_get_string(easy, RQ_INFO_LOCAL_IP, &local)
    let ends = CurlConnections.Ends(
      remoteAddress: remote, remotePort: Int32(clamping: remotePort), localAddress: local,
      localPort: Int32(clamping: localPort))
    guard let poller, let connection = poller.connections.connection(between: ends) else { return }
    poller.connected(connection.descriptor)
    connection.use(by: transfer)
    self.connection = connection
  }
}
