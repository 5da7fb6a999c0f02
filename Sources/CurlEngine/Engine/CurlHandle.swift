import CRequisiteCurl

/// An easy handle of libcurl, which makes one transfer at a time. Used only by the loop's thread.
///
/// The properties that each transfer uses need no check of exclusive access at run time: see ``CurlTransfer``.
final class CurlHandle {
  let easy: rq_easy
  /// The current transfer, where the callbacks find it.
  @exclusivity(unchecked) var transfer: CurlTransfer? {
    didSet { current = transfer.map(Unmanaged.passUnretained) }
  }
  /// ``transfer``, without a reference that is counted.
  @exclusivity(unchecked) private(set) var current: Unmanaged<CurlTransfer>?
  /// Whether options are set that the next transfer would not overwrite. The pool then prepares the handle again.
  var needsReset = true
  /// The poller that waits for the handle's sockets.
  @exclusivity(unchecked) var poller: CurlPoller?
  /// True if the handle has the options for `https`, false if those for `http`; nil before either is set.
  var isSecure: Bool?
  /// Whether the handle has the options for HTTP/2.
  var mayBeHTTP2 = false
  /// The connect timeout that is set; nil before one is.
  var connectTimeout: Duration?
  /// Whether the write callback receives each header line before libcurl stores it.
  var previewsLines = false
  /// The connection of the current transfer; nil if it has none, or none that is known.
  @exclusivity(unchecked) var connection: CurlConnection?
  /// Whether the server agreed to HTTP/2 by ALPN, on the connection that was made for the transfer; nil if it said nothing.
  var speaksHTTP2: Bool?
  /// Whether the server has sent close_notify, the TLS alert that nothing follows.
  @exclusivity(unchecked) var receivedCloseNotify = false
  /// What is known of the HTTP/2 stream of the request.
  @exclusivity(unchecked) var stream = HTTP2Stream()
  /// The proxy that is set; nil for none.
  var proxy: ProxyAddress?
  /// The path of the Unix domain socket that requests go to; nil for none.
  var unixSocket: String?
  /// Whether the request is sent without the proxy of its scheme.
  var bypassesProxy = false
  /// The pins that are set, in libcurl's notation; nil for none.
  var pins: String?
  /// The hash of the server's public key, if there are pins and libcurl has compared them with it.
  @exclusivity(unchecked) var serverKey: String?
  /// Whether the settings have a client certificate.
  var hasCertificate = false
  /// Whether the server has asked for a client certificate, on the connection that was made for the transfer.
  var wasAskedForCertificate = false
  /// The fields `Proxy-Authenticate` of the proxy's response to CONNECT.
  var challenges = HTTPHeaderLines()
  /// Whether libcurl's log can say what nothing else does: it is about TLS or HTTP/2.
  var hasLog = false
  /// Whether libcurl reports its log to the debug callback.
  var isListening = false
  /// What the handle shares with the others of its loop; kept until libcurl has freed the handle.
  var share: CurlShare?
  /// The time at which libcurl began to look up the host's name; 0 when a connection is being made, and where look-ups need
  /// not be known: see `Quirks/JoinedLookUps.swift`.
  var lookUpStart: UInt64 = 0
  /// Whether the transfer has ended, and the handle stays in its multi handle until the look-up is over.
  var isAbandoned = false
  private var hasOptions = false
  private let errorText: UnsafeMutablePointer<CChar>
  private static let errorSize = 256

  init?() {
    guard let easy = rq_easy_init() else { return nil }
    self.easy = easy
    errorText = .allocate(capacity: Self.errorSize)
    errorText.initialize(repeating: 0, count: Self.errorSize)
  }

  deinit {
    rq_easy_cleanup(easy)
    errorText.deallocate()
  }

  /// The pointer that libcurl passes to the callbacks.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func from(_ context: UnsafeMutableRawPointer) -> CurlHandle {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// The Content-Length of the response; -1 if it has none.
  var contentLength: Int64 { value(of: RQ_INFO_CONTENT_LENGTH_DOWNLOAD) ?? -1 }

  /// The number of bytes of the request's body that were sent; nil before 7.55.
  var sentBytes: Int64? { value(of: RQ_INFO_SIZE_UPLOAD) }

  /// Whether the last connection that libcurl made for the transfer is established, to the server or its proxy.
  var isConnected: Bool { value(of: RQ_INFO_CONNECT_TIME) ?? 0 > 0 }

  /// The time until the request could be sent, in microseconds; 0 before that.
  var preTransferTime: Int64 { value(of: RQ_INFO_PRETRANSFER_TIME) ?? 0 }

  /// The time until the first byte of the response, in microseconds, counted from when libcurl had a connection for the
  /// transfer or began to make one; 0 before that byte.
  var firstByteTime: Int64 { value(of: RQ_INFO_STARTTRANSFER_TIME) ?? 0 }

  /// The number of bytes of requests that libcurl has written for the transfer, on all connections; 0 if it failed before.
  private var requestSize: Int { number(of: RQ_INFO_REQUEST_SIZE) ?? .max }

  /// Whether the server has surely not processed the request as sent on the current connection: it refused the stream, or
  /// the connection failed before a byte was written.
  ///
  /// libcurl does not count a write of several TLS records of which only some went out. They may be a header section with a
  /// part of its body, which a server may process, but never a part of a header section alone.
  func isUnprocessed(_ request: CurlRequest) -> Bool {
    stream.wasRefused || requestSize == 0 && !(request.body.hasBytes && usesTLS)
  }

  /// Whether bytes go out by TLS, to the server or to its proxy.
  private var usesTLS: Bool { isSecure != false || proxy?.scheme == "https" }

  /// The status of the proxy's response to the last CONNECT; 0 if there was none.
  var proxyStatus: Int { number(of: RQ_INFO_HTTP_CONNECTCODE) ?? 0 }

  /// OpenSSL's code for why it refused the server's certificate; 0 if it did not.
  var verification: Int { number(of: RQ_INFO_SSL_VERIFYRESULT) ?? 0 }

  /// OpenSSL's code for why it refused the certificate of a proxy with TLS; 0 if it did not.
  var proxyVerification: Int { number(of: RQ_INFO_PROXY_SSL_VERIFYRESULT) ?? 0 }

  /// libcurl's CURLproxycode for what went wrong with a SOCKS proxy; 0 for nothing, and before 7.73.
  var socksCode: Int { number(of: RQ_INFO_PROXY_ERROR) ?? 0 }

  /// The errno of the last attempt to connect; 0 if it was no failure.
  var connectError: Int32 { Int32(clamping: number(of: RQ_INFO_OS_ERRNO) ?? 0) }

  private func number(of info: rq_info) -> Int? {
    var number = 0
    return rq_easy_get_long(easy, info, &number) == 0 ? number : nil
  }

  private func value(of info: rq_info) -> Int64? {
    var value: Int64 = 0
    return rq_easy_get_offset(easy, info, &value) == 0 ? value : nil
  }

  /// libcurl's message about the last failure.
  var detail: String { String(cString: errorText) }

  /// Forgets what libcurl has reported about an earlier attempt or transfer.
  func forget() {
    errorText[0] = 0
    (receivedCloseNotify, stream, serverKey) = (false, HTTP2Stream(), nil)
  }

  /// Makes libcurl close the connection at the end of the transfer, unless another transfer uses it.
  func forbidReuse() {
    needsReset = true
    // libcurl takes the option at any time.
    _ = rq_easy_set_long(easy, CurlOption.Number.forbidReuse.rawValue, 1)
  }

  /// Resets all options, then sets the error buffer and the pointer to this handle again.
  func reset() throws(CurlProblem) {
    if hasOptions { rq_easy_reset(easy) }
    hasOptions = true
    (isSecure, pins) = (nil, nil)
    (hasLog, isListening, previewsLines) = (false, false, false)
    needsReset = false
    try set(.errorBuffer, errorText)
    try set(.handle, context)
  }
}

extension CurlHandle {
  func set(_ option: CurlOption.Number, _ value: Int) throws(CurlProblem) {
    try check(rq_easy_set_long(easy, option.rawValue, value), option)
  }

  func set(_ option: CurlOption.Number, _ value: Bool) throws(CurlProblem) {
    try set(option, value ? 1 : 0)
  }

  func set(_ option: CurlOption.Offset, _ value: Int64) throws(CurlProblem) {
    try check(rq_easy_set_offset(easy, option.rawValue, value), option)
  }

  func set(_ option: CurlOption.Text, _ value: String?) throws(CurlProblem) {
    // The conversion of an Optional would copy the text.
    guard let value else { return try check(rq_easy_set_string(easy, option.rawValue, nil), option) }
    let code: Int32? = value.withCString { text in
      // libcurl would take the part before it: another path, host or password.
      strlen(text) == value.utf8.count ? rq_easy_set_string(easy, option.rawValue, text) : nil
    }
    guard let code else { throw .option("the setting “\(option)” contains NUL") }
    try check(code, option)
  }

  func set(_ option: CurlOption.Pointer, _ value: UnsafeMutableRawPointer?) throws(CurlProblem) {
    try check(rq_easy_set_pointer(easy, option.rawValue, value), option)
  }

  func set(_ option: CurlOption.Blob, _ value: Data) throws(CurlProblem) {
    let code = value.withUnsafeBytes { bytes in
      rq_easy_set_blob(easy, option.rawValue, bytes.baseAddress, bytes.count)
    }
    try check(code, option)
  }

  func set(_ option: CurlOption.DataCallback, _ value: rq_data_callback) throws(CurlProblem) {
    try check(rq_easy_set_data_callback(easy, option.rawValue, value), option)
  }

  func check(_ code: Int32, _ option: Any) throws(CurlProblem) {
    guard code != 0 else { return }
    throw .library(code: CurlCode(code), detail: "libcurl does not accept the option “\(option)”")
  }
}

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
  func mayBeSent(between endpoints: CurlConnections.Endpoints) -> Bool {
    guard let transfer, let poller else { return false }
    transfer.noteAttempt()
    releaseConnection()
    forget()
    guard let connection = poller.connections.connection(between: endpoints) else {
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
    // Its frame stands in the log before the end of the section is reported.
    if isHTTP2, !stream.hasHead { HTTP2Log.reportUnknownFormat() }
    if endsWithConnection { listen(true) }
  }

  /// Reads a line of libcurl's log, the only place where libcurl reports the frames of HTTP/2, that the server wants a
  /// certificate, or has ended TLS, and the hash of its key.
  func receivedLog(_ line: UnsafeRawBufferPointer) {
    guard let first = line.first else { return }
    if first == UInt8(ascii: "[") {
      if let line = HTTP2Log(line) { receivedLog(line) }
      return
    }
    guard line.count < 200 else { return }
    switch first {
    case UInt8(ascii: "A"), UInt8(ascii: "T"), UInt8(ascii: " "), UInt8(ascii: "\t"): break
    default: return
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("TLS"), text.contains("(IN)") {
      // "TLSv1.3 (IN), TLS alert, close notify (256):"
      if text.contains("close notify") { receivedCloseNotify = true }
      // "TLSv1.3 (IN), TLS handshake, Request CERT (13):"
      if text.contains("Request CERT") { wasAskedForCertificate = true }
    } else if text.hasPrefix("ALPN: server ") {
      // "ALPN: server accepted h2", or another protocol, or "ALPN: server did not agree on a protocol. Uses default."
      speaksHTTP2 = text.hasPrefix("ALPN: server accepted h2")
    } else if let label = text.firstRange(of: " public key hash: ") {
      serverKey = String(text[label.upperBound...].prefix { !$0.isWhitespace })
    }
  }

  /// Keeps a challenge in the proxy's response to CONNECT, before anything is sent to the server itself.
  func receivedLog(headerLine line: UnsafeRawBufferPointer) {
    guard transfer?.attempts == 0, line.count < 4096 - challenges.size else { return }
    let line = HTTPHeaderLine(line)
    guard ASCII.equalIgnoringCase(line.name, lowercased: "proxy-authenticate"),
      line.bytes.allSatisfy({ $0 >= 32 || $0 == 9 })
    else { return }
    challenges.append(line.bytes)
  }

  /// Releases the connection: the transfer is over, or gets another connection.
  func releaseConnection() {
    if stream.number > 0 { connection?.streams[stream.number] = nil }
    connection?.release(by: transfer)
    connection = nil
  }

  /// Releases the connection and the transfer, which is over.
  func abandon() {
    releaseConnection()
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
    let endpoints = CurlConnections.Endpoints(
      remoteAddress: remote, remotePort: Int32(clamping: remotePort), localAddress: local,
      localPort: Int32(clamping: localPort))
    guard let poller, let connection = poller.connections.connection(between: endpoints) else { return }
    poller.connected(connection.descriptor)
    connection.use(by: transfer)
    self.connection = connection
  }
}
