#if os(Linux)
  /// The earliest time at which a transfer may have to be ended or driven.
  ///
  /// The time is a lower bound: when it has come, all transfers are looked at. So a transfer that ends in time, as nearly
  /// all do, costs one comparison.
  struct CurlWatchdog {
    private(set) var next: UInt64?

    mutating func expect(_ transfer: CurlTransfer) {
      if let idle = transfer.request.limits.idle { expect(transfer.lastActivity + idle.nanoseconds) }
      if transfer.mayStall { expect(transfer.nextDrive) }
    }

    private mutating func expect(_ time: UInt64) {
      if time < next ?? .max { next = time }
    }

    /// The problem that ends the transfer now; nil while it may go on.
    static func verdict(on transfer: CurlTransfer, at now: UInt64) -> CurlProblem? {
      guard let idle = transfer.request.limits.idle else { return nil }
      guard transfer.isIdling else {
        // The time does not count, so it begins anew.
        transfer.lastActivity = now
        return nil
      }
      // Where libcurl does not report that the request is sent, the time begins when it is seen to have been.
      if transfer.attempts == 0, !transfer.isKnownToBeSent {
        transfer.isKnownToBeSent = true
        transfer.lastActivity = max(transfer.lastActivity, now)
        return nil
      }
      return now >= transfer.lastActivity + idle.nanoseconds ? .idle(idle.duration) : nil
    }
  }

  extension CurlTransfer {
    /// Whether the next step is the server's. Waiting for a connection is bounded by the timeout for connecting, and the
    /// time that the reader of a stream or the writer of a body takes is not the network's silence.
    fileprivate var isIdling: Bool {
      guard !isReceivePaused, !isSendPaused else { return false }
      return hasConnection
    }
  }

  /// Driving: up to 7.88, libcurl can forget a transfer of HTTP/2 that has something to do.
  ///
  /// The transfers of a connection read from it for one another. Where one of them, woken by itself, reads the WINDOW_UPDATE
  /// that an upload waits for, the upload is not woken. Where a connection error follows in the same packet as the
  /// bytes of a body, the transfer takes the bytes, and is not woken for the error. In both cases nothing more comes from the
  /// server, and the transfer would wait for its timeout. So a silent transfer is given to libcurl again.
  extension CurlTransfer {
    /// The silence after which a transfer is driven for the first time: 50 ms, in nanoseconds. Then it is driven each time
    /// that its silence has doubled: a long wait costs few drives.
    private static let firstDrive: UInt64 = 50_000_000

    var mayStall: Bool {
      request.mayShareConnection && !isReceivePaused && !isSendPaused
        && handle != nil
    }

    /// The time of the next drive, if nothing comes or goes before.
    var nextDrive: UInt64 {
      lastDrive > lastActivity ? lastDrive + (lastDrive - lastActivity) : lastActivity + Self.firstDrive
    }

    /// Whether libcurl is to be made to look at the transfer now; asked one time.
    func isToBeDriven(at now: UInt64) -> Bool {
      guard mayStall, now >= nextDrive else { return false }
      lastDrive = now
      return handle?.connection != nil
    }
  }
#endif
