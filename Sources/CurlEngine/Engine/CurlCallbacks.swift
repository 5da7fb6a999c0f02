import CRequisiteCurl

/// The functions that libcurl calls. Each finds the object for its context pointer and calls a method of that object.
enum CurlCallbacks {
  static let header: rq_data_callback = { bytes, size, count, context in
    withTransfer(context) {
      $0.received(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  static let write: rq_data_callback = { bytes, size, count, context in
    withTransfer(context) { $0.received(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) }
  }

  static let read: rq_data_callback = { bytes, size, count, context in
    withTransfer(context) { $0.supplyBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) }
  }

  /// Passes the transfer of the handle to `body`, which returns a number of bytes; 0 without a transfer.
  ///
  /// The handle keeps the transfer for as long as libcurl calls back, so neither is retained for each call.
  private static func withTransfer(
    _ context: UnsafeMutableRawPointer?, _ body: (CurlTransfer) -> Int
  ) -> Int {
    guard let context else { return 0 }
    return Unmanaged<CurlHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { handle in
      handle.current?._withUnsafeGuaranteedRef(body) ?? 0
    }
  }

  /// 0 is CURL_SEEKFUNC_OK, 1 CURL_SEEKFUNC_FAIL.
  static let seek: rq_seek_callback = { context, offset, _ in
    guard let context, let transfer = CurlHandle.from(context).transfer else { return 1 }
    return transfer.rewind(to: offset) ? 0 : 1
  }

  /// 0 is CURL_PREREQFUNC_OK, 1 CURL_PREREQFUNC_ABORT.
  static let prerequest: rq_prerequest_callback = { context, remote, local, remotePort, localPort in
    guard let context else { return 1 }
    let handle = CurlHandle.from(context)
    let endpoints = CurlConnections.Endpoints(
      remoteAddress: remote, remotePort: remotePort, localAddress: local, localPort: localPort)
    return handle.mayBeSent(between: endpoints) ? 0 : 1
  }

  /// Kind 0 is CURLINFO_TEXT, a line of libcurl's log; 1 is CURLINFO_HEADER_IN, a header line.
  static let debug: rq_debug_callback = { _, kind, text, count, context in
    guard kind <= 1, let context, let text else { return 0 }
    let (handle, line) = (CurlHandle.from(context), UnsafeRawBufferPointer(start: text, count: count))
    if kind == 0 { handle.receivedLog(line) } else { handle.receivedLog(headerLine: line) }
    return 0
  }

  /// Configures the TLS context of new connections. The context pointer is the flags of `rq_tls_configure`, as a
  /// number.
  static let tlsContext: rq_tls_callback = { _, context, flags in
    if let context { rq_tls_configure(context, Int32(truncatingIfNeeded: Int(bitPattern: flags))) }
    return 0
  }

  /// 0 is CURL_SOCKOPT_OK, 1 CURL_SOCKOPT_ERROR.
  static let opened: rq_open_callback = { context, descriptor, _ in
    guard let context else { return 1 }
    let handle = CurlHandle.from(context)
    guard !handle.isAbandoned else { return 1 }
    // Programs that this process starts must not inherit the connection.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    handle.opened(descriptor)
    return 0
  }

  static let resolving: rq_resolver_callback = { _, _, context in
    if let context { CurlHandle.from(context).beganLookUp() }
    return 0
  }

  static let closed: rq_close_callback = { context, descriptor in
    guard let context else { return close(descriptor) }
    Unmanaged<CurlPoller>.fromOpaque(context).takeUnretainedValue().closed(descriptor)
    return close(descriptor)
  }

  /// `what` is CURL_POLL_IN = 1, OUT = 2, both = 3, REMOVE = 4.
  static let socket: rq_socket_callback = { easy, descriptor, what, context, _ in
    guard let context else { return -1 }
    let multi = Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue()
    let wanted = what == 4 ? 0 : what & 3
    let error = multi.poller.want(wanted, on: descriptor, for: multi)
    guard error != 0 || wanted & 1 == 0, let easy, let handle = rq_easy_get_private(easy) else { return 0 }
    CurlHandle.from(handle).transfer?.noteUnread(descriptor, error: error)
    return 0
  }

  static let timer: rq_timer_callback = { _, milliseconds, context in
    guard let context else { return -1 }
    Unmanaged<CurlTimer>.fromOpaque(context).takeUnretainedValue().set(milliseconds: milliseconds)
    return 0
  }
}

/// The callbacks of a running transfer. Called on the loop's thread.
extension CurlTransfer {
  static let pause = 0x1000_0001
  static let abortRead = 0x1000_0000

  /// Takes one header line. Returns the number of bytes taken, or any other number to make libcurl fail the transfer.
  func received(headerLine line: UnsafeRawBufferPointer) -> Int {
    touch()
    if head.isComplete { return received(trailer: line) }
    noteConnectStart()
    let step = head.append(line)
    if previewed != nil, !nextPreview() { return 0 }
    switch step {
    case .more: return line.count
    case .complete:
      handle?.noteResponse(isHTTP2: head.isHTTP2, endsWithConnection: head.framing.endsWithConnection)
      // Servers of HTTP/1.0 differ in what they take for a wish to keep the connection (RFC 9112 §C.2.2), and do not take
      // chunks, which a further request on it may need.
      if head.isHTTP10 { handle?.forbidReuse() }
      chooseStream()
      // A streamed response returns to its task at the end of the tick, when some of its body may have come as well.
      if stream != nil { tick?.touched(self) }
      // From 300 on, libcurl sends no more of the body.
      if isSendPaused, head.status >= 300 { tick?.review(self) }
      return isCounted(after: line.count)
    case .tooLarge: return fail(.headTooLarge(limit: request.limits.head))
    case .malformed(let message): return fail(.badResponse(message))
    }
  }

  private func received(trailer line: UnsafeRawBufferPointer) -> Int {
    let limit = request.limits.head
    guard line.count <= limit - head.total - trailers.size else {
      return fail(.headTooLarge(limit: limit))
    }
    let field = trailers.append(line)
    // The empty line at their end.
    guard !field.bytes.isEmpty else { return line.count }
    trailerFraming.read(field)
    if let problem = trailerFraming.problem { return fail(.badResponse(problem)) }
    return line.count
  }

  /// Takes a piece of the body, without its framing. Returns the number of bytes taken, ``pause``, or 0 to fail.
  func received(body bytes: UnsafeRawBufferPointer) -> Int {
    if let previewed { return received(preview: bytes, after: previewed) }
    touch()
    guard index != nil else { return 0 }
    guard head.isComplete else {
      return fail(.badResponse("the body of the response begins before its header section is complete"))
    }
    guard head.framing.countedLength != nil else { return take(bytes) }
    let piece = counted(bytes)
    let taken = piece.isEmpty ? 0 : take(piece)
    return taken == piece.count ? isCounted(after: bytes.count) : taken
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    let taken = stream.map { received(bytes, into: $0) } ?? collect(bytes)
    if taken == bytes.count {
      observer?.received(taken, of: handle?.contentLength ?? -1, at: lastActivity)
    }
    return taken
  }

  private func collect(_ bytes: UnsafeRawBufferPointer) -> Int {
    let limit = request.limits.body
    let length = body.isEmpty ? Int(handle?.contentLength ?? -1) : -1
    guard length <= limit, bytes.count <= limit - body.count else {
      // The start of the body is kept for the error.
      _ = body.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(limit - body.count)))
      return fail(.bodyTooLarge(limit: limit))
    }
    // Reserves the announced length, so that the body is written once and never moved.
    guard !body.isEmpty || body.reserve(max(length, bytes.count)) else { return fail(.outOfMemory) }
    return body.append(bytes) ? bytes.count : fail(.outOfMemory)
  }

  /// Fills `target` with the next bytes of the request's body. Returns their number, ``pause``, or ``abortRead``.
  func supplyBody(_ target: UnsafeMutableRawBufferPointer) -> Int {
    guard var upload = upload.take() else { return 0 }
    defer { self.upload = upload }
    switch upload.read(into: target) {
    case .bytes(let count):
      guard count == 0 || !hasBytesToRead else {
        upload.putBack(UnsafeRawBufferPointer(rebasing: target[..<count]))
        pauseSending()
        tick?.review(self, unread: handle?.connection?.descriptor)
        return Self.pause
      }
      noteSent(taking: count)
      noteUnawaited()
      observer?.sent(count, at: tick?.now ?? lastActivity)
      return count
    case .wait:
      pauseSending()
      return Self.pause
    case .failed(let problem):
      self.problem = problem
      return Self.abortRead
    }
  }

  /// Takes the request's body back to its start. Returns false if that is not possible, or if `offset` is not 0.
  func rewind(to offset: Int64) -> Bool {
    guard offset == 0 else { return false }
    observer?.rewound()
    return upload?.rewind() ?? true
  }

  /// Records that libcurl is about to send the request, and whether the server has surely not processed an earlier attempt:
  /// libcurl repeats a request that was refused, or whose kept connection was closed without a response.
  func noteAttempt() {
    wasSent = wasSent || attempts > 0 && !isUnprocessed
    attempts += 1
  }

  /// Whether the request, which libcurl is about to send, may be sent on this connection.
  ///
  /// False for a request that is not idempotent and may have been processed. Also false, once, if the server has sent bytes
  /// on the idle connection, or has closed it and the request is not idempotent: the request then goes out on a new
  /// connection.
  ///
  /// libcurl itself looks for a connection that the server has closed, but versions 8 only once a second.
  func mayBeSent(on connection: CurlConnection.State) -> Bool {
    touch()
    guard request.isIdempotent || !wasSent else {
      problem = .notRepeatable
      return false
    }
    switch connection {
    case .usable: return true
    case .hungUp where request.isIdempotent: return true
    case .hungUp, .stale:
      guard restart == .notNeeded else { return true }
      restart = .onNewConnection
      return false
    }
  }

  private func received(_ bytes: UnsafeRawBufferPointer, into stream: CurlStreamQueue) -> Int {
    guard bytes.count <= request.limits.body - stream.total else {
      return fail(.bodyTooLarge(limit: request.limits.body))
    }
    switch stream.append(bytes) {
    case .taken:
      tick?.touched(self)
      return bytes.count
    case .full:
      isReceivePaused = true
      return Self.pause
    case .outOfMemory: return fail(.outOfMemory)
    }
  }

  /// Records the problem, and returns what makes libcurl fail the transfer.
  func fail(_ problem: CurlProblem) -> Int {
    self.problem = problem
    return 0
  }
}
