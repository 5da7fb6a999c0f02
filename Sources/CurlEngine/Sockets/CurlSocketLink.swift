import CRequisiteCurl

/// A socket in its loop: the handles of libcurl, and the output that is not sent yet. Used only by the loop's thread.
///
/// Each has a multi handle of its own: see `Quirks/RawConnections.swift`.
final class CurlSocketLink {
  enum Received {
    /// Nothing waits to be read.
    case again
    case bytes
    case end(Result<Void, CurlProblem>)
  }

  let socket: CurlSocket
  private(set) var user: (any CurlSocketUser)?
  let handle: CurlHandle
  let multi: rq_multi
  let timer = CurlTimer()
  /// True if the user wants no bytes now.
  var isPaused = false
  private unowned let loop: CurlSocketLoop
  /// The descriptor of the connection; nil before it is made, and after its end.
  private(set) var descriptor: Int32?
  private var output: [UInt8] = []
  private var sent = 0

  init(
    _ socket: CurlSocket, _ user: any CurlSocketUser, loop: CurlSocketLoop
  ) throws(CurlProblem) {
    guard let handle = CurlHandle() else { throw .outOfMemory }
    guard let multi = rq_multi_init() else { throw .outOfMemory }
    (self.socket, self.user, self.loop) = (socket, user, loop)
    (self.handle, self.multi) = (handle, multi)
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = rq_multi_set_socket_callback(multi, Self.socketCallback, context)
    _ = rq_multi_set_timer_callback(multi, CurlCallbacks.timer, Unmanaged.passUnretained(timer).toOpaque())
  }

  deinit { _ = rq_multi_cleanup(multi) }

  /// True if the connection is made and has not ended.
  var isOpen: Bool { descriptor != nil }

  func act(on descriptor: Int32, events: Int32) { _ = rq_multi_socket_action(multi, descriptor, events) }

  /// `what` is CURL_POLL_IN = 1, OUT = 2, both = 3, REMOVE = 4.
  private static let socketCallback: rq_socket_callback = { _, descriptor, what, context, _ in
    guard let context else { return -1 }
    let link = Unmanaged<CurlSocketLink>.fromOpaque(context).takeUnretainedValue()
    link.loop.owners[descriptor] = what == 4 ? nil : link
    link.loop.poller.want(what == 4 ? 0 : what & 3, on: descriptor)
    return 0
  }

  /// Begins to use the connection. Returns false if the server has closed it already.
  func begin() -> Bool {
    let descriptor = rq_easy_socket(handle.easy)
    guard descriptor >= 0 else { return false }
    self.descriptor = descriptor
    handle.listen(false)
    loop.owners[descriptor] = self
    loop.poller.connected(descriptor)
    return true
  }

  /// Waits for what the socket needs next.
  func watch() {
    guard let descriptor else { return }
    let write = sent < output.count ? RQ_POLL_WRITE : 0
    loop.poller.want(Int32(isPaused ? write : write | RQ_POLL_READ), on: descriptor)
  }

  func receive(into buffer: inout [UInt8]) -> Received {
    var count = 0
    let code = CurlCode(rq_easy_receive(handle.easy, &buffer, buffer.count, &count))
    switch code {
    case .ok where count == 0: return .end(.success(()))
    case .ok:
      let goesOn = buffer.withUnsafeBytes { user?.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      isPaused = goesOn == false
      if isPaused { watch() }
      return .bytes
    case .again: return .again
    default: return .end(.failure(.library(code: code, detail: handle.detail)))
    }
  }

  /// Sends what the user has, until the socket takes no more. The bytes stay where they are until all of them are sent,
  /// because TLS needs them at one place.
  func send() -> CurlProblem? {
    while true {
      if sent == output.count {
        (output, sent) = (user?.takeOutput() ?? [], 0)
        if output.isEmpty { return nil }
      }
      var count = 0
      let code = output.withUnsafeBytes { bytes in
        CurlCode(rq_easy_send(handle.easy, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, &count))
      }
      if code == .again { return nil }
      guard code == .ok else { return .library(code: code, detail: handle.detail) }
      sent += count
    }
  }

  /// Closes the connection.
  func close() {
    (user, descriptor) = (nil, nil)
    _ = rq_multi_remove(multi, handle.easy)
  }
}

extension CurlOptions {
  /// Sets the options of a connection that libcurl only makes. `handle` is prepared.
  func applyConnection(_ request: CurlRequest, to handle: CurlHandle) throws(CurlProblem) {
    try handle.set(.url, request.url)
    try handle.set(.connectOnly, true)
    // Proxies forward an upgrade only within a tunnel (RFC 6455 §4.1).
    try handle.set(.proxyTunnel, true)
    try settings.proxies.apply(to: handle, isSecure: request.isSecure)
    // CURL_HTTP_VERSION_1_1: an upgrade needs it, so ALPN offers nothing else.
    try handle.set(.httpVersion, 2)
    let limit = settings.connectTimeout
    try handle.set(.connectTimeout, min(limit, request.limits.idle?.duration ?? limit).clampedMilliseconds)
    try setPins(request, handle)
    // The callback is about transfers.
    if library.hasPrerequest {
      try handle.check(rq_easy_set_prerequest_callback(handle.easy, nil), "PREREQFUNCTION")
    }
  }
}
