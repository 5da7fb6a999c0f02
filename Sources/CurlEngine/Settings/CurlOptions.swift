import CRequisiteCurl

/// Sets the options of easy handles: those of the settings once, those of a request for each transfer.
struct CurlOptions {
  let settings: CurlSettings
  let library: CurlLibrary
  let poller: CurlPoller
  private let resolve: CurlHeaderList
  private let share = CurlShare()

  init(_ settings: CurlSettings, library: CurlLibrary, poller: CurlPoller) throws(CurlProblem) {
    (self.settings, self.library, self.poller) = (settings, library, poller)
    if let problem = library.problem(with: settings.httpVersion) { throw .option(problem) }
    let lines = settings.resolve
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    resolve = try CurlHeaderList(lines: lines.count, bytes: size) { list in
      for line in lines { list.append(line) }
    }
  }

  /// Sets the options that all transfers share. Before 8.7, a handle keeps its buffers if it was removed in the middle of an
  /// HTTP/2 upload, and does not accept their sizes; HTTP/2 is not offered there.
  func prepare(_ handle: CurlHandle) throws(CurlProblem) {
    try handle.reset()
    handle.poller = poller
    try handle.set(.noSignal, true)
    try allowOnlyHTTP(handle)
    try handle.set(.pathAsIs, true)
    try handle.set(.suppressConnectHeaders, true)
    try handle.set(.http09Allowed, false)
    try handle.set(.keepAlive, true)
    try leaveLookUps(of: handle)
    // libcurl frees the buffer after each transfer. This size is too small to make the allocator consolidate its memory.
    try handle.set(.bufferSize, 32_768)
    handle.connectTimeout = nil
    try handle.set(.idleConnectionAge, max(1, settings.idleConnectionAge.clampedMilliseconds / 1000))
    try setCallbacks(handle)
    handle.unixSocket = settings.unixSocket
    if let path = settings.unixSocket { try handle.set(.unixSocket, path) }
    if let first = resolve.first { try handle.set(.resolve, first) }
    try setShare(handle)
    try settings.tls.apply(to: handle, library: library)
    handle.hasCertificate = settings.tls.certificate != nil
  }

  /// Sets the options of one transfer.
  func apply(_ transfer: CurlTransfer, to handle: CurlHandle) throws(CurlProblem) {
    let request = transfer.request
    try handle.set(.url, request.url)
    try handle.set(.headerList, request.headers.first)
    try setConnectTimeout(request, handle)
    if handle.isSecure != request.isSecure || handle.isDirect != request.isDirect {
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
  private func setConnectTimeout(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    let limit = min(
      settings.connectTimeout, request.limits.idle?.duration ?? settings.connectTimeout)
    guard handle.connectTimeout != limit else { return }
    try handle.set(.connectTimeout, (limit + library.graceOfLookUps).clampedMilliseconds)
    handle.connectTimeout = limit
  }

  private func setBody(_ request: CurlRequest, _ handle: CurlHandle) throws(CurlProblem) {
    switch request.body {
    case .none:
      try handle.set(request.method == "HEAD" ? .noBody : .httpGet, true)
      if request.method == "HEAD" { handle.needsReset = true }
      try handle.set(.method, request.method == "GET" || request.method == "HEAD" ? nil : request.method)
    case .empty: try setPost(Data(), request, handle)
    case .small(let data): try setPost(data, request, handle)
    case .memory(let data): try setUpload(Int64(data.count), request, handle)
    case .pump(_, let length): try setUpload(length ?? -1, request, handle)
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
    try settings.proxies.apply(to: handle, for: request)
    let version = settings.httpVersion.number(isSecure: isSecure, library: library)
    try handle.set(.httpVersion, version)
    handle.hasLog = isSecure || version > 2
    // Waits until it is known whether the first connection speaks HTTP/2, instead of opening more.
    try handle.set(.pipeWait, isSecure && version == 4)
    try measureSpeed(of: handle, isOn: version > 2)
  }

  private func allowOnlyHTTP(_ handle: CurlHandle) throws(CurlProblem) {
    guard library.hasProtocolNames else {
      // CURLPROTO_HTTP | CURLPROTO_HTTPS
      try handle.set(.protocols, 3)
      return try handle.set(.redirectProtocols, 3)
    }
    try handle.set(.protocolNames, "http,https")
    try handle.set(.redirectProtocolNames, "http,https")
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
