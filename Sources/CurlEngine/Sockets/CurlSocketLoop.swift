import CRequisiteCurl

/// The event loop of the sockets: one thread, which waits with epoll for all of them.
final class CurlSocketLoop {
  let poller: CurlPoller
  private let mailbox: CommandQueue<CurlSocketCommand>
  private let options: CurlOptions
  private let socketsOfMulti: Int
  private var multis: [CurlMulti] = []
  private var links: [ObjectIdentifier: CurlSocketLink] = [:]
  /// The links whose connection is not made yet, by their easy handles.
  private var connecting: [UnsafeMutableRawPointer: CurlSocketLink] = [:]
  /// The links whose connection is made, by its descriptor.
  private var opened: [Int32: CurlSocketLink] = [:]
  /// The links that had more to read when their turn was over.
  private var unfinished: [CurlSocketLink] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var isStopping = false
  private var endWaiters: [UnsafeContinuation<Void, Never>] = []

  init(
    _ settings: CurlSettings, _ library: CurlLibrary, _ mailbox: CommandQueue<CurlSocketCommand>
  ) throws(CurlProblem) {
    guard let poller = CurlPoller(wakeup: mailbox.wakeup) else { throw .noDescriptors }
    (self.poller, self.mailbox, socketsOfMulti) = (poller, mailbox, library.rawConnectionsOfMulti)
    // Their number has no limit: those of the settings are for transfers.
    var settings = settings
    settings.connectionsPerHost = socketsOfMulti
    options = try CurlOptions(settings, library: library, poller: poller)
  }

  /// Runs until the command to stop; the sockets that are open then are closed.
  func run() {
    var commands: [CurlSocketCommand] = []
    while !isStopping {
      mailbox.take(into: &commands)
      commands.forEach(perform)
      commands.removeAll(keepingCapacity: true)
      let now = CurlRound.time()
      for multi in multis where multi.timer.fire(at: now) { act(multi, on: CurlLoop.timeout, events: 0) }
      let links = unfinished
      unfinished.removeAll(keepingCapacity: true)
      links.forEach(read)
      guard !isStopping else { break }
      poller.wait(milliseconds: mailbox.prepareToSleep() ? sleep : 0) { descriptor, events in
        if let link = opened[descriptor] { return ready(link, events) }
        if let multi = poller.owner(of: descriptor) { act(multi, on: descriptor, events: events) }
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
      let link = try CurlSocketLink(socket, user, in: try multiWithRoom())
      try options.prepare(link.handle)
      try options.applyConnection(request, to: link.handle)
      guard rq_multi_add(link.multi.pointer, link.handle.easy) == 0 else { throw .outOfMemory }
      link.multi.transfers += 1
      (links[ObjectIdentifier(socket)], connecting[link.handle.easy]) = (link, link)
    } catch {
      user.ended(error)
    }
  }

  private func multiWithRoom() throws(CurlProblem) -> CurlMulti {
    if let multi = multis.first(where: \.hasRoom) { return multi }
    let multi = try CurlMulti(socketsOfMulti, options: options)
    multis.append(multi)
    return multi
  }

  /// The time until the next timer of libcurl in milliseconds, rounded up; -1 without one.
  private var sleep: Int32 {
    guard unfinished.isEmpty else { return 0 }
    return CurlRound.milliseconds(
      until: multis.lazy.compactMap(\.timer.deadline).min(), from: CurlRound.time())
  }

  /// Lets libcurl go on with connections, and at once begins to use those that are made: until then, libcurl takes them for
  /// idle ones, which it may close when it makes the next one.
  private func act(_ multi: CurlMulti, on descriptor: Int32, events: Int32) {
    multi.act(on: descriptor, events: events)
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
      return end(link, .failure(link.handle.proxyProblem(of: code) ?? link.handle.problem(of: code)))
    }
    guard let descriptor = link.begin() else {
      return end(link, .failure(.library(code: .notConnected, detail: "")))
    }
    opened[descriptor] = link
    write(link)
    read(link)
  }

  private func ready(_ link: CurlSocketLink, _ events: Int32) {
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
    connecting[link.handle.easy] = nil
    if let descriptor = link.descriptor { opened[descriptor] = nil }
    link.close()
    link.multi.transfers -= 1
    if link.multi.transfers == 0 { multis.removeAll { $0 === link.multi } }
  }
}
