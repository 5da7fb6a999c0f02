import CRequisiteCurl

/// A socket in its loop: its handle of libcurl, and the output that is not sent yet. Used only by the loop's thread.
///
/// Its multi handle makes its connection, and then keeps it beside those of other sockets: see `Quirks/RawConnections.swift`.
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
  let multi: CurlMulti
  /// True if the user wants no bytes now.
  var isPaused = false
  /// The descriptor of the connection; nil before it is made, and after its end.
  private(set) var descriptor: Int32?
  private var output: [UInt8] = []
  private var sent = 0
  /// True if the user may have more output than was taken.
  private var hasMore = false

  init(_ socket: CurlSocket, _ user: any CurlSocketUser, in multi: CurlMulti) throws(CurlProblem) {
    guard let handle = CurlHandle() else { throw .outOfMemory }
    (self.socket, self.user, self.handle, self.multi) = (socket, user, handle, multi)
  }

  /// True if the connection is made and has not ended.
  var isOpen: Bool { descriptor != nil }

  /// Begins to use the connection, and returns its descriptor; nil if the server has closed it already.
  func begin() -> Int32? {
    let descriptor = rq_easy_socket(handle.easy)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    handle.listen(false)
    multi.poller.connected(descriptor)
    return descriptor
  }

  /// Waits for what the socket needs next.
  func watch() {
    guard let descriptor else { return }
    let write = hasMore || sent < output.count ? RQ_POLL_WRITE : 0
    multi.poller.want(Int32(isPaused ? write : write | RQ_POLL_READ), on: descriptor)
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

  /// Sends what the user has, until the socket takes no more: a megabyte at most, because others wait as well. The bytes
  /// stay where they are until all of them are sent, because TLS needs them at one place.
  func send() -> CurlProblem? {
    for _ in 0..<8 {
      if sent == output.count {
        (output, sent) = (user?.takeOutput() ?? [], 0)
        hasMore = !output.isEmpty
        if output.isEmpty { return nil }
      }
      var count = 0
      let code = output.withUnsafeBytes { bytes in
        CurlCode(
          rq_easy_send(
            handle.easy, bytes.baseAddress.map { $0 + sent }, min(bytes.count - sent, 131_072), &count))
      }
      if code == .again { return nil }
      guard code == .ok else { return .library(code: code, detail: handle.detail) }
      sent += count
    }
    return nil
  }

  /// Closes the connection.
  func close() {
    (user, descriptor) = (nil, nil)
    multi.release(handle, isSpent: true)
  }
}

extension CurlOptions {
  /// Sets the options of a connection that libcurl only makes. `handle` is prepared.
  func applyConnection(_ request: CurlRequest, to handle: CurlHandle) throws(CurlProblem) {
    try handle.set(.url, request.url)
    try handle.set(.connectOnly, true)
    // For the response of a proxy alone. A larger buffer would leave a hole in the memory between those of two sockets.
    try handle.set(.bufferSize, 1024)
    // Proxies forward an upgrade only within a tunnel (RFC 6455 §4.1).
    try handle.set(.proxyTunnel, true)
    try setProxy(request, handle)
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
