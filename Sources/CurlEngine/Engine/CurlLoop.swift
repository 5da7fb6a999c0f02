import CRequisiteCurl

/// The event loop: one thread, which owns multi handles of libcurl, one for most settings, and all of their transfers.
///
/// The loop takes commands from its mailbox, waits with epoll for sockets that are ready, and passes both to libcurl.
/// The cost of a transfer does not depend on how many others are waiting: `curl_multi_socket_action` looks at one
/// connection at a time.
///
/// The properties that each transfer uses need no check of exclusive access at run time: see ``CurlTransfer``.
final class CurlLoop {
  let mailbox: CurlMailbox
  let poller: CurlPoller
  let round = CurlRound()
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
    (self.mailbox, self.poller) = (mailbox, poller)
    options = try CurlOptions(settings, library: library, poller: poller)
    multis = [try CurlMulti(settings.connectionsOfFirstMulti, options: options)]
  }

  /// Runs until the loop has received the command to stop and its last transfer is over.
  func run() {
    var commands: [CurlCommand] = []
    while !(isStopping && transfers.isEmpty) {
      mailbox.take(into: &commands)
      round.update()
      commands.forEach(perform)
      commands.removeAll(keepingCapacity: true)
      for multi in multis where multi.timer.fire(at: round.now) { multi.act(on: Self.timeout, events: 0) }
      settle()
      expire()
      guard !(isStopping && transfers.isEmpty) else { break }
      let milliseconds = mailbox.prepareToSleep() ? sleep : 0
      poller.wait(milliseconds: milliseconds) { descriptor, events in
        round.update()
        if events & Int32(RQ_POLL_READ) != 0 { poller.connections.arrived(on: descriptor, at: round.now) }
        // libcurl reads before it writes. It is made to look for something to read each time that it may write, because the
        // response may have arrived since the event, and writing fails if the server has closed the connection after it.
        poller.owner(of: descriptor)?.act(on: descriptor, events: events | Int32(RQ_POLL_READ))
      }
      round.update()
      settle()
    }
    // Commands that came too late are completed as well.
    for command in mailbox.close(.shutDown) { perform(command) }
    for waiter in endWaiters { waiter.resume() }
  }

  /// CURL_SOCKET_TIMEOUT.
  static let timeout: Int32 = -1

  /// Completes the transfers that have ended, looks at those that need it, and wakes the readers of streams that have
  /// received bytes.
  func settle() {
    for multi in multis { settle(multi) }
    for (transfer, descriptor) in round.takeLooks() { look(at: transfer, unread: descriptor) }
    round.flushStreams()
  }

  private func settle(_ multi: CurlMulti) {
    var code: Int32 = 0
    while let easy = rq_multi_next_finished(multi.pointer, &code) {
      guard let context = rq_easy_get_private(easy) else { continue }
      let handle = CurlHandle.from(context)
      guard let transfer = handle.transfer else {
        multi.endLookUp(of: easy)
        continue
      }
      handle.lookUpStart = 0
      if transfer.newStart == .onNewConnection {
        startAnew(transfer)
      } else {
        let code = CurlCode(code)
        finish(transfer, transfer.isEnd(code) ? transfer.incompleteness : transfer.problem(of: code))
      }
    }
  }

  /// Ends the transfers whose idle timeout has passed.
  private func expire() {
    guard let next = watchdog.next, next <= round.now else { return }
    watchdog = CurlWatchdog()
    for transfer in transfers {
      if let problem = CurlWatchdog.verdict(on: transfer, at: round.now) {
        finish(transfer, transfer.isAnswered ? nil : problem)
      } else {
        watchdog.expect(transfer)
      }
    }
  }

  /// The time until the next timer or timeout, in milliseconds, rounded up and limited to 60 000; -1 without either.
  private var sleep: Int32 {
    let next = multis.reduce(watchdog.next ?? .max) { min($0, $1.timer.deadline ?? .max) }
    return CurlRound.milliseconds(until: next < .max ? next : nil, from: round.now)
  }
}
