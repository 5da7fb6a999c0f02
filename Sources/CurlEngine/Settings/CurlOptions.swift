import CRequisiteCurl

/// Sets the options of easy handles: those of the settings once, those of a request for each transfer.
struct CurlOptions {
  let settings: CurlSettings
  let library: CurlLibrary
  let poller: CurlPoller
  private let resolve: CurlHeaderList
  private let share = CurlShare()

  init(_ settings: CurlSettings, library: CurlLibrary, poller: CurlPoller) throws(CurlProblem) {
    self.settings = settings
    self.library = library
    self.poller = poller
    let lines = settings.resolve
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    resolve = try CurlHeaderList(lines: lines.count, bytes: size) { list in
      for line in lines { list.append(line) }
    }
  }

  /// Sets the options that all transfers share.
  func prepare(_ handle: CurlHandle) throws(CurlProblem) {
    try handle.reset()
    handle.poller = poller
    try handle.set(.noSignal, true)
    try allowOnlyHTTP(handle)
    try handle.set(.pathAsIs, true)
    try handle.set(.suppressConnectHeaders, true)
    try handle.set(.keepAlive, true)
    try setLookUpOptions(of: handle)
    // libcurl frees the buffer after each transfer. This size is too small to make the allocator consolidate its memory.
    try handle.set(.bufferSize, 32_768)
    handle.connectTimeout = nil
    try handle.set(.idleConnectionAge, settings.idleConnectionAge.clampedSeconds)
    try setCallbacks(handle)
    handle.unixSocket = settings.unixSocket
    if let path = settings.unixSocket { try handle.set(.unixSocket, path) }
    if let first = resolve.first { try handle.set(.resolve, first) }
    try setShare(handle)
    try setTLS(handle)
  }

  /// Sets the options of one transfer.
  func apply(_ transfer: CurlTransfer, to handle: CurlHandle) throws(CurlProblem) {
    let request = transfer.request
    try handle.set(.url, request.url)
    try handle.set(.headerList, request.headers.first)
    try setConnectTimeout(request, handle)
    if handle.isSecure != request.isSecure || handle.bypassesProxy != request.bypassesProxy
      || handle.mayBeHTTP2 != request.mayBeHTTP2
    {
      try setScheme(request, handle)
    }
    // Until the connection is known, unless libcurl does not report which one it is.
    handle.listen(!library.hasPrerequest)
    try setPins(request, handle)
    if !library.hasPrerequest, !request.isIdempotent {
      // Without the prerequest callback, only a new connection guarantees that the request is sent once.
      handle.needsReset = true
      try handle.set(.freshConnect, true)
    }
    try handle.previewLines(library.foldsOntoFreedField)
    try setBody(request, handle)
  }

  /// Sets the pins of the request. The log says which key the server has.
  func setPins(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    guard let pins = request.pins else { return }
    (handle.needsReset, handle.hasLog, handle.pins) = (true, true, pins)
    try handle.set(.pinnedPublicKey, pins)
  }

  /// Sets the connect timeout, or the idle timeout if that is shorter: it also limits a silent server during TLS set-up.
  func setConnectTimeout(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    let limit = min(
      settings.connectTimeout, request.limits.idle?.duration ?? settings.connectTimeout)
    guard handle.connectTimeout != limit else { return }
    try handle.set(.connectTimeout, (limit + library.lookUpMargin).clampedMilliseconds)
    handle.connectTimeout = limit
  }

  private func setBody(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    switch request.body {
    case .none:
      try handle.set(request.method == "HEAD" ? .noBody : .httpGet, true)
      try handle.set(.method, request.method == "GET" || request.method == "HEAD" ? nil : request.method)
    case .empty: try setPost(Data(), request, handle)
    case .small(let data): try setPost(data, request, handle)
    case .memory(let data): try setUpload(Int64(data.count), request, handle)
    case .source(_, let length): try setUpload(length ?? -1, request, handle)
    }
  }

  private func setPost(_ data: Data, _ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    try handle.set(.post, true)
    try handle.set(.postFieldSize, Int64(data.count))
    let code = data.withUnsafeBytes { bytes in
      // libcurl copies the bytes. For nil it would call the read callback, so an empty body needs a pointer.
      withUnsafePointer(to: CChar(0)) { empty in
        rq_easy_set_pointer(
          handle.easy, CurlOption.Pointer.copyPostFields.rawValue,
          UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? UnsafeRawPointer(empty)))
      }
    }
    try handle.check(code, CurlOption.Pointer.copyPostFields)
    try handle.set(.method, request.method == "POST" ? nil : request.method)
  }

  private func setUpload(
    _ length: Int64, _ request: CurlRequest, _ handle: CurlHandle
  ) throws(CurlProblem) {
    handle.needsReset = true
    try handle.set(.upload, true)
    try handle.set(.uploadBufferSize, 262_144)
    try handle.set(.bodyLength, length)
    try handle.set(.method, request.method)
  }

  /// Sets the options that differ between http and https, and with and without a proxy.
  private func setScheme(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    let isSecure = request.isSecure
    handle.isSecure = isSecure
    try setProxy(request, handle)
    let mayBeHTTP2 = request.mayBeHTTP2
    handle.mayBeHTTP2 = mayBeHTTP2
    let isKnown = settings.httpVersion == .http2PriorKnowledge
    // CURL_HTTP_VERSION_1_1, _2_PRIOR_KNOWLEDGE and _2TLS.
    try handle.set(.httpVersion, !mayBeHTTP2 ? 2 : isKnown ? 5 : 4)
    handle.hasLog = isSecure || mayBeHTTP2
    // Waits until it is known whether the first connection speaks HTTP/2, instead of opening more.
    try handle.set(.pipeWait, mayBeHTTP2 && !isKnown)
    try measureSpeed(of: handle, isOn: mayBeHTTP2)
  }

  /// Sets the proxy for a request. Always sets all options, so that libcurl does not read the environment. User name and
  /// password are options of their own, so that no message of libcurl about the proxy can contain them.
  func setProxy(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    let proxies = settings.proxies
    let proxy = request.bypassesProxy ? nil : request.isSecure ? proxies.secure : proxies.plain
    handle.proxy = proxy
    handle.bypassesProxy = request.bypassesProxy
    try handle.set(.proxy, proxy?.description ?? "")
    try handle.set(.proxyUser, proxy?.user)
    try handle.set(.proxyPassword, proxy?.password)
    try handle.set(.noProxy, "")
  }

  private func setTLS(_ handle: CurlHandle) throws(CurlProblem) {
    try handle.set(.tlsVersion, settings.minimumTLSVersion)
    try handle.set(.proxyTLSVersion, settings.minimumTLSVersion)
    try configureContext(of: handle)
    if let authorities = settings.authorities {
      try handle.set(authorities, file: .authorityFile, data: .authorities)
      try handle.set(authorities, file: .proxyAuthorityFile, data: .proxyAuthorities)
    }
    handle.hasCertificate = settings.certificate != nil
    guard let identity = settings.certificate else { return }
    try handle.set(identity.certificate, file: .certificate, data: .certificate)
    try handle.set(identity.key, file: .key, data: .key)
    try handle.set(.keyPassword, identity.password)
  }

  /// Sets the OpenSSL options for which libcurl has no option.
  private func configureContext(of handle: CurlHandle) throws(CurlProblem) {
    let end = !settings.acceptsMissingCloseNotify && library.isOpenSSL3 ? RQ_TLS_REFUSE_UNEXPECTED_END : 0
    let log = settings.ignoresKeyLogFile && library.isOpenSSL ? RQ_TLS_NO_KEY_LOG : 0
    guard end | log != 0 else { return }
    try handle.check(rq_easy_set_tls_callback(handle.easy, CurlCallbacks.tlsContext), "SSL_CTX_FUNCTION")
    try handle.set(.tlsContextData, UnsafeMutableRawPointer(bitPattern: end | log))
  }

  private func allowOnlyHTTP(_ handle: CurlHandle) throws(CurlProblem) {
    guard library.hasProtocolNames else {
      // CURLPROTO_HTTP | CURLPROTO_HTTPS
      return try handle.set(.protocols, 3)
    }
    try handle.set(.protocolNames, "http,https")
  }

  private func setShare(_ handle: CurlHandle) throws(CurlProblem) {
    guard let share else { return }
    handle.share = share
    try handle.set(.share, share.pointer)
  }

  private func setCallbacks(_ handle: CurlHandle) throws(CurlProblem) {
    try handle.set(.header, CurlCallbacks.header)
    try handle.set(.headerData, handle.context)
    try handle.set(.write, CurlCallbacks.write)
    try handle.set(.writeData, handle.context)
    try handle.set(.read, CurlCallbacks.read)
    try handle.set(.readData, handle.context)
    try handle.check(rq_easy_set_seek_callback(handle.easy, CurlCallbacks.seek), "SEEKFUNCTION")
    try handle.set(.seekData, handle.context)
    try handle.check(rq_easy_set_debug_callback(handle.easy, CurlCallbacks.debug), "DEBUGFUNCTION")
    try handle.set(.debugData, handle.context)
    let sockets = Unmanaged.passUnretained(poller).toOpaque()
    try handle.check(rq_easy_set_open_callback(handle.easy, CurlCallbacks.opened), "SOCKOPTFUNCTION")
    try handle.set(.socketOptionData, handle.context)
    try handle.check(rq_easy_set_close_callback(handle.easy, CurlCallbacks.closed), "CLOSESOCKETFUNCTION")
    try handle.set(.closeSocketData, sockets)
    guard library.hasPrerequest else { return }
    try handle.check(
      rq_easy_set_prerequest_callback(handle.easy, CurlCallbacks.prerequest), "PREREQFUNCTION")
    try handle.set(.prerequestData, handle.context)
  }
}

extension CurlHandle {
  fileprivate func set(
    _ pem: CurlSettings.PEM, file: CurlOption.Text, data: CurlOption.Blob
  ) throws(CurlProblem) {
    switch pem {
    case .file(let path): try set(file, path)
    case .data(let bytes): try set(data, bytes)
    }
  }
}

/// The TLS sessions that the easy handles of a loop resume on new connections (RFC 8446 §2.2), as long as the loop exists.
///
/// Without it each easy handle would remember its own, which the next one could not use. Used only by the loop's thread.
final class CurlShare {
  let pointer: UnsafeMutableRawPointer

  /// Returns nil if libcurl has no memory for it. Each new connection then makes a whole handshake.
  init?() {
    guard let pointer = rq_share_create() else { return nil }
    self.pointer = pointer
  }

  deinit { rq_share_free(pointer) }
}

/// The libcurl options that the engine uses, grouped by the type of their value. The numbers are libcurl's ABI.
enum CurlOption {
  /// A `long`.
  enum Number: Int32 {
    case verbose = 41, post = 47, noBody = 44, upload = 46, httpGet = 80
    case freshConnect = 74, forbidReuse = 75
    case headerInBody = 42, httpVersion = 84, noSignal = 99, bufferSize = 98, pathAsIs = 234, pipeWait = 237
    case connectTimeout = 156, keepAlive = 213, protocols = 181
    case suppressConnectHeaders = 265, uploadBufferSize = 280
    case connectOnly = 141, proxyTunnel = 61
    case tlsVersion = 32, proxyTLSVersion = 250, idleConnectionAge = 288
    case lowSpeedLimit = 19, lowSpeedTime = 20, quickExit = 322
  }

  /// A 64-bit integer.
  enum Offset: Int32 {
    case bodyLength = 30115, postFieldSize = 30120
  }

  /// A C string, which libcurl copies. nil resets the option.
  enum Text: Int32 {
    case url = 10002, proxy = 10004, proxyUser = 10175, proxyPassword = 10176, method = 10036, noProxy = 10177
    case unixSocket = 10231, protocolNames = 10318
    case authorityFile = 10065, certificate = 10025, key = 10087
    case keyPassword = 10026, pinnedPublicKey = 10230, proxyAuthorityFile = 10246
  }

  /// A pointer. libcurl does not copy the memory, except for `copyPostFields`.
  enum Pointer: Int32 {
    case writeData = 10001, readData = 10009, errorBuffer = 10010, headerList = 10023, headerData = 10029
    case share = 10100, handle = 10103
    case resolve = 10203, closeSocketData = 10209, seekData = 10168, prerequestData = 10313
    case socketOptionData = 10149, copyPostFields = 10165, debugData = 10095, tlsContextData = 10109
    case resolverData = 10273
  }

  /// Bytes, which libcurl copies.
  enum Blob: Int32 {
    case certificate = 40291, key = 40292, authorities = 40309, proxyAuthorities = 40310
  }

  /// A function to which libcurl passes received bytes, or a buffer to fill.
  enum DataCallback: Int32 {
    case write = 20011, read = 20012, header = 20079
  }

  /// The options of a multi handle, all `long`.
  enum Multi: Int32 {
    case cachedConnections = 6, connectionsPerHost = 7, connections = 13
  }
}
