import CRequisiteCurl

/// The event loop: one thread, which owns multi handles of libcurl, one for most settings, and all of their transfers or
/// sockets.
///
/// The loop takes commands from its mailbox, waits with epoll for sockets that are ready, and passes both to libcurl.
/// The cost of a transfer does not depend on how many others are waiting: `curl_multi_socket_action` looks at one
/// connection at a time.
///
/// The properties that each transfer uses need no check of exclusive access at run time: see ``CurlTransfer``.
final class CurlLoop {
  let mailbox: CurlMailbox
  let poller: CurlPoller
  let tick = CurlTick()
  let sockets: CurlSockets
  let options: CurlOptions
  @exclusivity(unchecked) var multis: [CurlMulti] = []
  @exclusivity(unchecked) var transfers: [CurlTransfer] = []
  @exclusivity(unchecked) var watchdog = CurlWatchdog()
  var isStopping = false
  var endWaiters: [UnsafeContinuation<Void, Never>] = []

  /// - Throws: The problem that keeps the loop from running.
  init(
    _ settings: CurlSettings, library: CurlLibrary, mailbox: CurlMailbox
  ) throws(CurlProblem) {
    guard let poller = CurlPoller(wakeup: mailbox.wakeup) else {
      throw .noDescriptors
    }
    self.mailbox = mailbox
    self.poller = poller
    options = try CurlOptions(settings, library: library, poller: poller)
    sockets = CurlSockets(options: options)
  }

  private var isOver: Bool { isStopping && transfers.isEmpty && sockets.isEmpty }

  /// Runs until the loop has received the command to stop, and its last transfer and its last socket are over.
  func run() {
    var commands: [CurlCommand] = []
    while !isOver {
      mailbox.take(into: &commands)
      tick.update()
      commands.forEach(perform)
      commands.removeAll(keepingCapacity: true)
      for multi in multis where multi.timer.fire(at: tick.now) {
        multi.socketAction(on: Self.timeout, events: 0)
      }
      sockets.update(at: tick.now)
      completeFinished()
      expire()
      guard !isOver else { break }
      let milliseconds = mailbox.prepareToSleep() ? sleep : 0
      poller.wait(milliseconds: milliseconds) { descriptor, events in
        tick.update()
        poller.connections.noted(events, on: descriptor, at: tick.now)
        guard let multi = poller.owner(of: descriptor) else { return sockets.ready(descriptor, events) }
        if multi.isForSockets { return sockets.socketAction(multi, on: descriptor, events: events) }
        // libcurl reads before it writes. It is made to look for something to read each time that it may write, because the
        // response may have arrived since the event, and writing fails if the server has closed the connection after it.
        multi.socketAction(on: descriptor, events: events | Int32(RQ_POLL_READ))
      }
      completeFinished()
    }
    mailbox.close(.shutDown)
    for waiter in endWaiters { waiter.resume() }
  }

  /// CURL_SOCKET_TIMEOUT.
  static let timeout: Int32 = -1

  /// Completes the transfers that have ended, looks at those that need it, and wakes the readers of streams that have
  /// received bytes.
  func completeFinished() {
    for multi in multis { completeFinished(of: multi) }
    for (transfer, descriptor) in tick.takeReviews() { review(transfer, unread: descriptor) }
    tick.flushStreams()
  }

  private func completeFinished(of multi: CurlMulti) {
    var code: Int32 = 0
    while let easy = rq_multi_next_finished(multi.pointer, &code) {
      guard let context = rq_easy_get_private(easy) else { continue }
      let handle = CurlHandle.from(context)
      guard let transfer = handle.transfer else {
        multi.endLookUp(of: easy)
        continue
      }
      handle.lookUpStart = 0
      if transfer.restart == .onNewConnection {
        restart(transfer)
      } else {
        let code = CurlCode(code)
        let problem = transfer.isEnd(code) ? transfer.incompleteness : transfer.problem(of: code)
        finish(transfer, problem, isReusable: code == .ok && problem == nil)
      }
    }
  }

  /// Ends the transfers whose idle timeout has passed.
  private func expire() {
    guard let next = watchdog.next, next <= tick.now else { return }
    watchdog = CurlWatchdog()
    for transfer in transfers {
      if let problem = CurlWatchdog.problem(of: transfer, at: tick.now) {
        finish(transfer, transfer.isAnswered ? nil : problem)
      } else {
        watchdog.expect(transfer)
      }
    }
  }

  /// The time until the next timer or timeout, in milliseconds, rounded up and limited to 60 000; -1 without either.
  private var sleep: Int32 {
    let others = min(watchdog.next ?? .max, sockets.deadline ?? .max)
    let next = multis.reduce(others) { min($0, $1.timer.deadline ?? .max) }
    return CurlTick.milliseconds(until: next < .max ? next : nil, from: tick.now)
  }
}

/// The commands of the loop, and the steps of a transfer from its start to its end.
extension CurlLoop {
  func perform(_ command: CurlCommand) {
    switch command {
    case .start(let transfer): start(transfer)
    case .cancel(let transfer): cancel(transfer)
    case .resumeReceiving(let transfer): resumeReceiving(transfer)
    case .supply(let transfer, let pass, let result):
      transfer.upload?.supply(result, pass: pass)
      resumeSending(transfer)
    case .stop(let cancelling, let ended):
      isStopping = true
      if let ended { endWaiters.append(ended) }
      guard cancelling else { return }
      for transfer in transfers { finish(transfer, .shutDown) }
      sockets.endAll(.shutDown)
    case .open(_, _, let user) where isStopping: user.ended(.shutDown)
    case .open(let socket, let request, let user): sockets.open(socket, request, user)
    case .flush(let socket): sockets.flush(socket)
    case .resume(let socket): sockets.resume(socket)
    case .close(let socket): sockets.close(socket)
    }
  }

  private func start(_ transfer: CurlTransfer) {
    if isStopping { return transfer.complete(.shutDown) }
    if transfer.isCancelled { return transfer.complete(.cancelled) }
    do throws(CurlProblem) {
      transfer.upload = upload(of: transfer)
      let multi = try multiWithCapacity()
      let handle = try handle(for: transfer, in: multi)
      endStaleConnections()
      transfer.start(in: tick, index: transfers.count, handle: handle, multi: multi)
      let code = rq_multi_add(multi.pointer, handle.easy)
      guard code == 0 else {
        throw .unavailable(rq_multi_error_text(code).map { String(cString: $0) } ?? "libcurl failed")
      }
      transfers.append(transfer)
      watchdog.expect(transfer)
    } catch {
      transfer.complete(error)
    }
  }

  /// Returns a handle with the options of the transfer.
  private func handle(for transfer: CurlTransfer, in multi: CurlMulti) throws(CurlProblem) -> CurlHandle {
    try multi.pool.take { handle throws(CurlProblem) in
      handle.transfer = transfer
      handle.forget()
      try options.apply(transfer, to: handle)
    }
  }

  /// Restarts a transfer of which nothing was sent, on a new connection or in another multi handle.
  func restart(_ transfer: CurlTransfer, in other: CurlMulti? = nil) {
    guard let previous = transfer.handle, let multi = transfer.multi else { return }
    transfer.attempts = 0
    guard rq_multi_remove(multi.pointer, previous.easy) == 0 else { return finish(transfer, .notRepeatable) }
    do throws(CurlProblem) {
      let target = other ?? multi
      let handle = try handle(for: transfer, in: target)
      if other == nil { transfer.restart = .done }
      if transfer.restart == .done {
        handle.needsReset = true
        try handle.set(.freshConnect, true)
      }
      (transfer.handle, transfer.multi) = (handle, target)
      previous.abandon()
      guard rq_multi_add(target.pointer, handle.easy) == 0 else { throw .outOfMemory }
    } catch {
      finish(transfer, error)
    }
  }

  private func upload(of transfer: CurlTransfer) -> CurlUpload? {
    switch transfer.request.body {
    case .none, .empty, .small: return nil
    case .memory(let data): return CurlUpload(data)
    case .source(let origin, let length):
      let mailbox = mailbox
      return CurlUpload(origin, length: length) { pass, result in
        // A loop that has ended does not need the chunk.
        _ = mailbox.post(.supply(transfer, pass: pass, result))
      }
    }
  }

  private func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled = true
    finish(transfer, .cancelled)
  }

  private func resumeReceiving(_ transfer: CurlTransfer) {
    guard transfer.index != nil, transfer.isReceivePaused else { return }
    transfer.isReceivePaused = false
    transfer.touch()
    unpause(transfer)
  }

  /// Resumes a request's body that waited for its next chunk.
  ///
  /// Also called if the server has refused the request: libcurl then ends the transfer without the rest of the body,
  /// but only if the transfer is not paused.
  func resumeSending(_ transfer: CurlTransfer) {
    guard transfer.index != nil, transfer.isSendPaused else { return }
    transfer.endPauseOfSending()
    unpause(transfer)
  }

  /// Looks at a transfer at the end of a tick: see ``CurlTick/review(_:unread:)``.
  func review(_ transfer: CurlTransfer, unread descriptor: Int32?) {
    guard transfer.index != nil else { return }
    if let problem = transfer.problem { return finish(transfer, problem) }
    if let descriptor, transfer.isCutOff(on: descriptor) { return finish(transfer, transfer.endProblem) }
    watchdog.expect(transfer)
    resumeSending(transfer)
  }

  private func unpause(_ transfer: CurlTransfer) {
    guard let handle = transfer.handle else { return }
    let code = CurlCode(rq_easy_pause(handle.easy, transfer.pauses))
    // A bad argument from 8.x on: libcurl has ended the transfer and is about to report it.
    guard code == .ok || code == .badArgument else { return finish(transfer, transfer.problem(of: code)) }
    // libcurl has to be called at once; not all of its versions set their timer for that.
    transfer.multi?.timer.set(milliseconds: 0)
  }

  /// Ends a transfer: removes it from libcurl, returns the handle to the pool, and resumes the waiting task.
  ///
  /// - Parameter isReusable: Whether libcurl has ended the transfer itself, with a whole response. No other handle makes a further
  ///   transfer: see `Quirks/UnsoundHandles.swift`.
  func finish(_ transfer: CurlTransfer, _ problem: CurlProblem?, isReusable: Bool = false) {
    guard let index = transfer.index, let handle = transfer.handle, let multi = transfer.multi else { return }
    // From here on, the callbacks do nothing; removing the handle may still call them.
    transfer.index = nil
    var measured = rq_measurements()
    rq_easy_measure(handle.easy, &measured)
    if CurlWatchdog.suspectsConnection(of: transfer, after: problem, at: tick.now) { handle.forbidReuse() }
    multi.release(handle, isUsedUp: !isReusable || transfer.mayBeRepeated(measured.new_connections))
    multi.lastEnd = tick.now
    let last = transfers.removeLast()
    if last !== transfer {
      transfers[index] = last
      last.index = index
    }
    transfer.complete(problem, measured)
    startQueued(multi)
  }
}
