import CRequisiteCurl

/// The sockets of a loop. Used only by the loop's thread.
final class CurlSockets {
  private let options: CurlOptions
  private let connectionsOfMulti: Int
  private var multis: [CurlMulti] = []
  private var links: [ObjectIdentifier: CurlSocketLink] = [:]
  /// The links whose connection is not made yet, by their easy handles.
  private var connecting: [UnsafeMutableRawPointer: CurlSocketLink] = [:]
  /// The links whose connection is made, by its descriptor.
  private var opened: [Int32: CurlSocketLink] = [:]
  /// The links that had more to read than others should wait for.
  private var unfinished: [CurlSocketLink] = []
  /// Made with the first socket.
  private var buffer: [UInt8] = []

  init(options: CurlOptions) {
    self.options = options
    connectionsOfMulti = options.library.rawConnectionsOfMulti
  }

  var isEmpty: Bool { links.isEmpty }

  /// The time of the next timer or of more to read; nil without either.
  var deadline: UInt64? { unfinished.isEmpty ? multis.lazy.compactMap(\.timer.deadline).min() : 0 }

  func open(
    _ socket: CurlSocket, _ request: CurlRequest, _ user: any RawConnectionUser<CurlProblem>
  ) {
    do throws(CurlProblem) {
      let link = try CurlSocketLink(socket, user, in: try multiWithCapacity())
      try options.prepare(link.handle)
      try options.applyConnection(request, to: link.handle)
      guard rq_multi_add(link.multi.pointer, link.handle.easy) == 0 else { throw .outOfMemory }
      link.multi.transfers += 1
      links[ObjectIdentifier(socket)] = link
      connecting[link.handle.easy] = link
    } catch {
      user.ended(error)
    }
  }

  func flush(_ socket: CurlSocket) {
    socket.beginFlush()
    if let link = links[ObjectIdentifier(socket)] { write(link) }
  }

  func resume(_ socket: CurlSocket) {
    guard let link = links[ObjectIdentifier(socket)], link.isPaused else { return }
    link.isPaused = false
    read(link)
  }

  func close(_ socket: CurlSocket) { if let link = links[ObjectIdentifier(socket)] { remove(link) } }

  func endAll(_ problem: CurlProblem) { for link in links.values { end(link, problem) } }

  /// Performs what is due: timers of libcurl, and reading what is left of the tick before.
  func update(at now: UInt64) {
    guard !links.isEmpty || !multis.isEmpty else { return }
    for multi in multis where multi.timer.fire(at: now) {
      socketAction(multi, on: CurlLoop.timeout, events: 0)
    }
    let links = unfinished
    unfinished.removeAll(keepingCapacity: true)
    links.forEach(read)
  }

  private func multiWithCapacity() throws(CurlProblem) -> CurlMulti {
    if let multi = multis.first(where: \.hasCapacity) { return multi }
    // Their number has no limit: those of the settings are for transfers.
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 65_536) }
    let multi = try CurlMulti(connectionsOfMulti, isForSockets: true, options: options)
    multis.append(multi)
    return multi
  }

  /// Lets libcurl go on with connections, and at once begins to use those that are made: until then, libcurl takes them for
  /// idle ones, which it may close when it makes the next one.
  func socketAction(_ multi: CurlMulti, on descriptor: Int32, events: Int32) {
    multi.socketAction(on: descriptor, events: events)
    var code: Int32 = 0
    while let easy = rq_multi_next_finished(multi.pointer, &code) {
      guard let link = connecting.removeValue(forKey: easy) else {
        multi.endLookUp(of: easy)
        continue
      }
      link.handle.lookUpStart = 0
      begin(link, CurlCode(code))
    }
  }

  private func begin(_ link: CurlSocketLink, _ code: CurlCode) {
    guard code == .ok else {
      return end(link, link.handle.proxyProblem(of: code) ?? link.handle.problem(of: code))
    }
    guard let descriptor = link.begin() else {
      return end(link, .library(code: .notConnected, detail: ""))
    }
    opened[descriptor] = link
    write(link)
    read(link)
  }

  /// Reads and writes a socket that is ready.
  func ready(_ descriptor: Int32, _ events: Int32) {
    guard let link = opened[descriptor] else { return }
    if events & Int32(RQ_POLL_WRITE) != 0 { write(link) }
    if events & Int32(RQ_POLL_READ | RQ_POLL_ERROR) != 0 { read(link) }
  }

  /// Reads what has arrived, up to a megabyte at a time, because others wait as well. TLS may hold bytes that epoll does
  /// not see, so a socket is read until it has no more.
  private func read(_ link: CurlSocketLink) {
    for _ in 0..<16 {
      guard link.isOpen, !link.isPaused else { return }
      switch link.receive(into: &buffer) {
      case .again: return link.watch()
      case .bytes: break
      case .end(let problem): return end(link, problem)
      }
    }
    unfinished.append(link)
  }

  private func write(_ link: CurlSocketLink) {
    guard link.isOpen else { return }
    if let problem = link.send() { return end(link, problem) }
    link.watch()
  }

  /// Closes a connection that was lost, or that the server has ended without a problem, and tells its user.
  private func end(_ link: CurlSocketLink, _ problem: CurlProblem?) {
    // The answer to a close frame may still be sent, although the server sends nothing any more.
    if problem == nil { _ = link.send() }
    let user = link.user
    remove(link)
    user?.ended(problem)
  }

  private func remove(_ link: CurlSocketLink) {
    links[ObjectIdentifier(link.socket)] = nil
    connecting[link.handle.easy] = nil
    if let descriptor = link.descriptor { opened[descriptor] = nil }
    link.close()
    link.multi.transfers -= 1
    if link.multi.transfers == 0 { multis.removeAll { $0 === link.multi } }
  }
}

/// A socket in its loop: its handle of libcurl, and the output that is not sent yet. Used only by the loop's thread.
///
/// Its multi handle makes its connection, and then keeps it alongside those of other sockets: see `Quirks/RawConnections.swift`.
final class CurlSocketLink {
  enum Received {
    /// Nothing waits to be read.
    case again
    case bytes
    case end(CurlProblem?)
  }

  let socket: CurlSocket
  private(set) var user: (any RawConnectionUser<CurlProblem>)?
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

  init(_ socket: CurlSocket, _ user: any RawConnectionUser<CurlProblem>, in multi: CurlMulti)
    throws(CurlProblem)
  {
    guard let handle = CurlHandle() else { throw .outOfMemory }
    self.socket = socket
    self.user = user
    self.handle = handle
    self.multi = multi
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
    case .ok where count == 0: return .end(nil)
    case .ok:
      let readsOn = buffer.withUnsafeBytes { user?.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      isPaused = readsOn == false
      if isPaused { watch() }
      return .bytes
    case .again: return .again
    default: return .end(.library(code: code, detail: handle.detail))
    }
  }

  /// Sends what the user has, until the socket takes no more: a megabyte at most, because others wait as well. The bytes
  /// stay where they are until all of them are sent, because TLS needs them at one address.
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
    multi.release(handle, isUsedUp: true)
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
    try setConnectTimeout(request, handle)
    try setPins(request, handle)
    // The callback is about transfers.
    if library.hasPrerequest {
      try handle.check(rq_easy_set_prerequest_callback(handle.easy, nil), "PREREQFUNCTION")
    }
  }
}
