#if os(Linux)
  /// Knows when the next transfer could have to be ended for taking too long, at the earliest.
  ///
  /// The time is only ever a lower bound: when it has come, all transfers are looked at. So a transfer that ends in
  /// time, as nearly all do, costs one comparison.
  struct CurlWatchdog {
    private(set) var next: UInt64?

    mutating func expect(_ transfer: CurlTransfer) {
      let limits = transfer.request.limits
      if let idle = limits.idle { expect(transfer.lastActivity + idle.nanoseconds) }
      if let deadline = limits.deadline { expect(transfer.submitted + deadline.nanoseconds) }
    }

    private mutating func expect(_ time: UInt64) {
      if time < next ?? .max { next = time }
    }

    /// Why the transfer must end now; nil where it need not.
    static func verdict(on transfer: CurlTransfer, at now: UInt64) -> CurlProblem? {
      let limits = transfer.request.limits
      if let deadline = limits.deadline, now >= transfer.submitted + deadline.nanoseconds {
        return .deadline(deadline.duration)
      }
      guard let idle = limits.idle else { return nil }
      guard transfer.isIdling else {
        // The time does not count, so it begins anew.
        transfer.lastActivity = now
        return nil
      }
      // Where libcurl does not tell of the request being sent, the time begins when it is seen to have been.
      if transfer.attempts == 0, !transfer.isKnownToBeSent {
        transfer.isKnownToBeSent = true
        transfer.lastActivity = max(transfer.lastActivity, now)
        return nil
      }
      return now >= transfer.lastActivity + idle.nanoseconds ? .idle(idle.duration) : nil
    }
  }

  extension CurlTransfer {
    /// Whether it is for the server to do something. Waiting for a connection is bounded by the timeout for
    /// connecting, and what the reader of a stream or the writer of a body takes is not the network's silence.
    fileprivate var isIdling: Bool {
      guard !isReceivePaused, !isSendPaused else { return false }
      return hasConnection
    }
  }
#endif
