import CRequisiteCurl

/// The commands of the loop, and the steps of a transfer from its start to its end.
extension CurlLoop {
  func perform(_ command: CurlCommand) {
    switch command {
    case .start(let transfer): start(transfer)
    case .cancel(let transfer): cancel(transfer)
    case .resumeReceiving(let transfer): resumeReceiving(transfer)
    case .supply(let transfer, let pass, let result):
      transfer.upload?.supply(result, pass: pass)
      transfer.touch()
      resumeSending(transfer)
    case .stop(let cancelling, let ended):
      isStopping = true
      if let ended { endWaiters.append(ended) }
      guard cancelling else { return }
      for transfer in transfers { finish(transfer, .shutDown) }
    }
  }

  private func start(_ transfer: CurlTransfer) {
    if isStopping { return transfer.complete(.shutDown) }
    if transfer.isCancelled { return transfer.complete(.cancelled) }
    do throws(CurlProblem) {
      transfer.upload = upload(of: transfer)
      let multi = try place()
      let handle = try handle(for: transfer, in: multi)
      endSpoiledConnections()
      transfer.start(in: round, index: transfers.count, handle: handle, multi: multi)
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
  func startAnew(_ transfer: CurlTransfer, in other: CurlMulti? = nil) {
    guard let former = transfer.handle, let multi = transfer.multi else { return }
    let isSpent = transfer.mayBeRepeated(0)
    transfer.attempts = 0
    guard rq_multi_remove(multi.pointer, former.easy) == 0 else { return finish(transfer, .notRepeatable) }
    do throws(CurlProblem) {
      let target = other ?? multi
      let handle = try handle(for: transfer, in: target)
      if other == nil { transfer.newStart = .made }
      if transfer.newStart == .made {
        handle.needsReset = true
        try handle.set(.freshConnect, true)
      }
      (transfer.handle, transfer.multi) = (handle, target)
      if isSpent { former.abandon() } else { multi.pool.put(former) }
      guard rq_multi_add(target.pointer, handle.easy) == 0 else { throw .outOfMemory }
    } catch {
      finish(transfer, error)
    }
  }

  private func upload(of transfer: CurlTransfer) -> CurlUpload? {
    switch transfer.request.body {
    case .none, .empty, .small: return nil
    case .memory(let data): return CurlUpload(data)
    case .pump(let origin, let length):
      let mailbox = mailbox
      return CurlUpload(origin, length: length) { pass, result in
        // A loop that has ended does not need the piece.
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

  /// Resumes a request's body that waited for its next piece.
  ///
  /// Also called if the server has refused the request: libcurl then ends the transfer without the rest of the body,
  /// but only if the transfer is not paused.
  func resumeSending(_ transfer: CurlTransfer) {
    guard transfer.index != nil, transfer.isSendPaused else { return }
    transfer.isSendPaused = false
    unpause(transfer)
  }

  /// Looks at a transfer at the end of a round: see ``CurlRound/look(at:unread:)``.
  func look(at transfer: CurlTransfer, unread descriptor: Int32?) {
    guard transfer.index != nil else { return }
    if let problem = transfer.problem { return finish(transfer, problem) }
    if let descriptor, transfer.isCutOff(on: descriptor) { return finish(transfer, transfer.problemOfEnd) }
    watchdog.expect(transfer)
    resumeSending(transfer)
  }

  private func unpause(_ transfer: CurlTransfer) {
    guard let handle = transfer.handle else { return }
    watchdog.expect(transfer)
    let code = CurlCode(rq_easy_pause(handle.easy, transfer.pauses))
    // A bad argument from 8.x on: libcurl has ended the transfer and is about to report it.
    guard code == .ok || code == .badArgument else { return finish(transfer, transfer.problem(of: code)) }
    // libcurl has to be called at once; not all of its versions set their timer for that.
    transfer.multi?.timer.set(milliseconds: 0)
  }

  /// Ends a transfer: removes it from libcurl, returns the handle to the pool, and resumes the waiting task.
  func finish(_ transfer: CurlTransfer, _ problem: CurlProblem?) {
    guard let index = transfer.index, let handle = transfer.handle, let multi = transfer.multi else { return }
    // From here on, the callbacks do nothing; removing the handle may still call them.
    transfer.index = nil
    var measured = rq_measurements()
    rq_easy_measure(handle.easy, &measured)
    if CurlWatchdog.doubtsConnection(of: transfer, after: problem, at: round.now) { handle.forbidReuse() }
    multi.release(handle, isSpent: transfer.mayBeRepeated(measured.new_connections))
    multi.lastEnd = round.now
    let last = transfers.removeLast()
    if last !== transfer {
      transfers[index] = last
      last.index = index
    }
    transfer.complete(problem, measured)
    fill(multi)
  }
}
