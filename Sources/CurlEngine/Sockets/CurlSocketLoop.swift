import CRequisiteCurl

/// The event loop of the sockets: one thread, which waits with epoll for all of them.
final class CurlSocketLoop {
  let poller: CurlPoller
  private let mailbox: CommandQueue<CurlSocketCommand>
  private let options: CurlOptions
  private var links: [ObjectIdentifier: CurlSocketLink] = [:]
  /// The links of the descriptors that epoll watches.
  var owners: [Int32: CurlSocketLink] = [:]
  /// The links whose connection is not made yet: libcurl has timers for them.
  private var connecting: [CurlSocketLink] = []
  /// The links that had more to read when their turn was over.
  private var unfinished: [CurlSocketLink] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var isStopping = false
  private var endWaiters: [UnsafeContinuation<Void, Never>] = []

  init(
    _ settings: CurlSettings, _ library: CurlLibrary, _ mailbox: CommandQueue<CurlSocketCommand>
  ) throws(CurlProblem) {
    guard let poller = CurlPoller(wakeup: mailbox.wakeup) else { throw .noDescriptors }
    (self.poller, self.mailbox) = (poller, mailbox)
    options = try CurlOptions(settings, library: library, poller: poller)
  }

  /// Runs until the command to stop; the sockets that are open then are closed.
  func run() {
    var commands: [CurlSocketCommand] = []
    while !isStopping {
      mailbox.take(into: &commands)
      commands.forEach(perform)
      commands.removeAll(keepingCapacity: true)
      for link in connecting where link.timer.fire(at: CurlRound.time()) { link.act(on: -1, events: 0) }
      settle()
      let links = unfinished
      unfinished.removeAll(keepingCapacity: true)
      links.forEach(read)
      guard !isStopping else { break }
      poller.wait(milliseconds: mailbox.prepareToSleep() ? sleep : 0) { descriptor, events in
        guard let link = owners[descriptor] else { return }
        ready(link, descriptor, events)
      }
    }
    for link in links.values { end(link, .failure(.shutDown)) }
    for command in mailbox.close(.shutDown) { Self.refuse(command, .shutDown) }
    for waiter in endWaiters { waiter.resume() }
  }

  private func perform(_ command: CurlSocketCommand) {
    switch command {
    case .open(let socket, let request, let user): open(socket, request, user)
    case .flush(let socket):
      socket.beginFlush()
      if let link = links[ObjectIdentifier(socket)] { write(link) }
    case .resume(let socket):
      guard let link = links[ObjectIdentifier(socket)], link.isPaused else { return }
      link.isPaused = false
      read(link)
    case .close(let socket): if let link = links[ObjectIdentifier(socket)] { remove(link) }
    case .stop(let ended):
      isStopping = true
      if let ended { endWaiters.append(ended) }
    }
  }

  private func open(
    _ socket: CurlSocket, _ request: CurlRequest, _ user: any CurlSocketUser
  ) {
    do throws(CurlProblem) {
      let link = try CurlSocketLink(socket, user, loop: self)
      try options.prepare(link.handle)
      try options.applyConnection(request, to: link.handle)
      links[ObjectIdentifier(socket)] = link
      connecting.append(link)
      guard rq_multi_add(link.multi, link.handle.easy) == 0 else { throw .outOfMemory }
    } catch {
      user.ended(error)
      if let link = links[ObjectIdentifier(socket)] { remove(link) }
    }
  }

  /// The time until the next timer of libcurl in milliseconds, rounded up; -1 without one.
  private var sleep: Int32 {
    guard unfinished.isEmpty else { return 0 }
    guard let next = connecting.compactMap(\.timer.deadline).min() else { return -1 }
    let now = CurlRound.time()
    return next <= now ? 0 : Int32(min((next - now + 999_999) / 1_000_000, 60_000))
  }

  /// Begins to use the connections that are made.
  private func settle() {
    for link in connecting {
      var code: Int32 = 0
      guard rq_multi_next_finished(link.multi, &code) != nil else { continue }
      connecting.removeAll { $0 === link }
      guard code == 0 else {
        let (handle, code) = (link.handle, CurlCode(code))
        end(link, .failure(handle.proxyProblem(of: code) ?? handle.problem(of: code)))
        continue
      }
      guard link.begin() else {
        end(link, .failure(.library(code: .notConnected, detail: "")))
        continue
      }
      write(link)
    }
  }

  private func ready(_ link: CurlSocketLink, _ descriptor: Int32, _ events: Int32) {
    guard link.isOpen else { return link.act(on: descriptor, events: events) }
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
      case .end(let result): return end(link, result)
      }
    }
    unfinished.append(link)
  }

  private func write(_ link: CurlSocketLink) {
    guard link.isOpen else { return }
    if let problem = link.send() { return end(link, .failure(problem)) }
    link.watch()
  }

  /// Closes a connection that has ended by itself, and tells its user.
  private func end(_ link: CurlSocketLink, _ result: Result<Void, CurlProblem>) {
    // The answer to a close frame may still be sent, although the server sends nothing any more.
    if case .success = result { _ = link.send() }
    let user = link.user
    remove(link)
    switch result {
    case .success: user?.ended(nil)
    case .failure(let problem): user?.ended(problem)
    }
  }

  private func remove(_ link: CurlSocketLink) {
    links[ObjectIdentifier(link.socket)] = nil
    if let descriptor = link.descriptor {
      owners[descriptor] = nil
    } else {
      connecting.removeAll { $0 === link }
      owners = owners.filter { $0.value !== link }
    }
    link.close()
  }
}
