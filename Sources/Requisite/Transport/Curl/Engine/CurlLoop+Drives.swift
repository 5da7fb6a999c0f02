#if os(Linux)
  import CRequisiteCurl

  /// Driving: makes libcurl look at transfers that neither a socket nor a timer reports.
  extension CurlLoop {
    /// Ends the transfers whose idle timeout has passed, and drives the silent ones.
    func expire() {
      guard let next = watchdog.next, next <= round.now else { return }
      watchdog = CurlWatchdog()
      var silent: [CurlTransfer] = []
      for transfer in transfers {
        if let problem = CurlWatchdog.verdict(on: transfer, at: round.now) {
          finish(transfer, transfer.isAnswered ? nil : problem)
        } else {
          if transfer.isToBeDriven(at: round.now) { silent.append(transfer) }
          watchdog.expect(transfer)
        }
      }
      silent.forEach(drive)
      if !silent.isEmpty { settle() }
    }

    /// Drives all transfers of these connections.
    func drive(_ connections: [CurlConnections.ID]) {
      guard !connections.isEmpty else { return }
      for transfer in transfers {
        guard let id = transfer.handle?.connection, connections.contains(id) else { continue }
        drive(transfer)
      }
      settle()
    }

    /// Drives the other transfers of a connection to find out whether its session continues.
    ///
    /// libcurl reports a failed session to one transfer at a time, as the end of its response, and closes the
    /// connection after the last one. So the session continues if a driven transfer does not end, or if the connection
    /// is open without transfers. A paused transfer shows nothing. Transfers that end are appended to `finished`.
    func probe(_ connection: CurlConnections.ID, _ finished: inout [(CurlTransfer, Int32)]) {
      while let other = transfers.first(where: { !$0.isReceivePaused && $0.uses(connection) }) {
        drive(other)
        takeReports(into: &finished)
        guard other.hasEnded || other.index == nil else { return noteProgress(on: connection) }
      }
      if !transfers.contains(where: { $0.uses(connection) }) { noteProgress(on: connection) }
    }

    private func noteProgress(on connection: CurlConnections.ID) {
      guard poller.connections.isOpen(connection) else { return }
      poller.connections.changeSession(connection) { $0.noteProgress() }
    }

    /// Makes libcurl read and write for one transfer.
    ///
    /// `curl_multi_socket_action` does not do that for a connection with several transfers: up to 7.88, the events
    /// belong to the connection, and the first transfer that runs uses them up. Pausing and unpausing a transfer gives
    /// the events to that transfer.
    private func drive(_ transfer: CurlTransfer) {
      guard transfer.index != nil, !transfer.isReceivePaused else { return }
      // Transfers that are due run first, so that none of them takes the events.
      act(on: Self.timeout, events: 0)
      guard !transfer.isReceivePaused else { return }
      let pauses = transfer.pauses
      guard pause(transfer, pauses | CurlTransfer.receivePause), pause(transfer, pauses) else { return }
      act(on: Self.timeout, events: 0)
    }
  }

  extension CurlTransfer {
    /// CURLPAUSE_RECV.
    fileprivate static let receivePause: Int32 = 1

    /// The paused directions, as libcurl's bits: CURLPAUSE_RECV is 1, CURLPAUSE_SEND is 4.
    var pauses: Int32 { (isReceivePaused ? Self.receivePause : 0) | (isSendPaused ? 4 : 0) }

    /// Whether the transfer uses this connection and has not ended.
    fileprivate func uses(_ connection: CurlConnections.ID) -> Bool {
      !hasEnded && handle?.connection == connection
    }
  }
#endif
