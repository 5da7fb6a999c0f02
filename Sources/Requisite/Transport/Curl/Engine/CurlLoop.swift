#if os(Linux)
  import CRequisiteCurl

  /// The event loop: one thread that owns a multi handle of libcurl and everything that hangs on it.
  ///
  /// It takes commands from its mailbox, learns from epoll which sockets are ready, and hands both
  /// on to libcurl. A transfer costs what its own socket costs, however many others are waiting: libcurl is driven
  /// by `curl_multi_socket_action`, which looks at one connection at a time.
  final class CurlLoop {
    let multi: rq_multi
    let mailbox: CurlMailbox
    let poller: CurlPoller
    let round = CurlRound()
    let timer = CurlTimer()
    let options: CurlOptions
    var pool: CurlHandlePool
    var transfers: [CurlTransfer] = []
    var watchdog = CurlWatchdog()
    var isStopping = false
    var endWaiters: [UnsafeContinuation<Void, Never>] = []

    /// - Throws: The problem that keeps the loop from running.
    init(
      _ configuration: CurlTransport.Configuration, library: CurlLibrary, mailbox: CurlMailbox
    ) throws(CurlProblem) {
      guard let poller = CurlPoller(wakeup: mailbox.wakeup) else {
        throw .noDescriptors
      }
      guard let multi = rq_multi_init() else { throw .outOfMemory }
      (self.multi, self.mailbox, self.poller) = (multi, mailbox, poller)
      do {
        options = try CurlOptions(configuration, library: library, poller: poller)
      } catch {
        _ = rq_multi_cleanup(multi)
        throw error
      }
      pool = CurlHandlePool(options: options, capacity: configuration.connections)
      try configure(configuration)
    }

    deinit { _ = rq_multi_cleanup(multi) }

    /// Runs until it has the command to stop and the last transfer is over.
    func run() {
      var commands: [CurlCommand] = []
      while !(isStopping && transfers.isEmpty) {
        mailbox.take(into: &commands)
        round.update()
        commands.forEach(perform)
        commands.removeAll(keepingCapacity: true)
        if timer.fire(at: round.now) { act(on: Self.timeout, events: 0) }
        settle()
        expire()
        guard !(isStopping && transfers.isEmpty) else { break }
        let milliseconds = mailbox.prepareToSleep() ? sleep : 0
        poller.wait(milliseconds: milliseconds) { descriptor, events in
          round.update()
          act(on: descriptor, events: events)
        }
        round.update()
        settle()
      }
      // Commands that came too late are answered as well.
      for command in mailbox.close(.shutDown) { perform(command) }
      for waiter in endWaiters { waiter.resume() }
    }

    /// CURL_SOCKET_TIMEOUT.
    static let timeout: Int32 = -1

    func act(on descriptor: Int32, events: Int32) {
      _ = rq_multi_socket_action(multi, descriptor, events)
    }

    /// Completes the transfers that the last round has finished, and wakes the readers that can go on.
    func settle() {
      for transfer in round.takeRefused() { resumeSending(transfer) }
      var failed: [CurlConnections.ID] = []
      // All of them first: the last of those that share a connection closes it.
      for (transfer, code) in takeFinished() {
        guard transfer.freshStart != .wanted else {
          startAnew(transfer)
          continue
        }
        let problem = code == 0 ? transfer.incompleteness : transfer.problem(of: code)
        if problem != nil, let id = transfer.handle?.connection, !failed.contains(id) { failed.append(id) }
        finish(transfer, problem)
      }
      round.flushStreams()
      // What has failed one transfer may have failed the connection, which the others would not notice.
      drive(failed.filter(poller.connections.isShared))
    }

    /// The transfers that have ended, with their codes. Where the end of one may be that of a session which others share,
    /// their ends are among them.
    private func takeFinished() -> [(CurlTransfer, Int32)] {
      var finished: [(CurlTransfer, Int32)] = []
      takeReports(into: &finished)
      var probed: [CurlConnections.ID] = []
      var index = 0
      while index < finished.count {
        let (transfer, code) = finished[index]
        index += 1
        guard code == 0, let id = transfer.connectionToProbe, !probed.contains(id) else { continue }
        probed.append(id)
        probe(id, &finished)
      }
      return finished
    }

    /// Takes libcurl's reports of transfers that have ended.
    func takeReports(into finished: inout [(CurlTransfer, Int32)]) {
      var code: Int32 = 0
      while let easy = rq_multi_next_finished(multi, &code) {
        guard let context = rq_easy_get_private(easy), let transfer = CurlHandle.from(context).transfer else {
          continue
        }
        transfer.hasEnded = true
        finished.append((transfer, code))
      }
    }

    /// How long there is nothing to do, in milliseconds, rounded up; -1 for ever.
    private var sleep: Int32 {
      let next = min(timer.deadline ?? .max, watchdog.next ?? .max)
      guard next < .max else { return -1 }
      guard next > round.now else { return 0 }
      return Int32(min((next - round.now + 999_999) / 1_000_000, 60_000))
    }

    private func configure(_ configuration: CurlTransport.Configuration) throws(CurlProblem) {
      let codes = [
        rq_multi_set_socket_callback(
          multi, CurlCallbacks.socket, Unmanaged.passUnretained(poller).toOpaque()),
        rq_multi_set_timer_callback(multi, CurlCallbacks.timer, Unmanaged.passUnretained(timer).toOpaque()),
        set(.connectionsPerHost, configuration.connectionsPerHost),
        set(.connections, configuration.connections),
        set(.cachedConnections, configuration.connections),
      ]
      guard let code = codes.first(where: { $0 != 0 }) else { return }
      let words = rq_multi_error_text(code).map { String(cString: $0) } ?? ""
      throw .unavailable("libcurl's multi handle could not be set up: \(words)")
    }

    private func set(_ option: CurlOption.Multi, _ value: Int) -> Int32 {
      rq_multi_set_long(multi, option.rawValue, max(1, value))
    }
  }
#endif
