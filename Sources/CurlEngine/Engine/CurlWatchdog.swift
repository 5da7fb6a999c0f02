/// The earliest time at which a transfer may have to be ended.
///
/// The time is a lower bound: when it has passed, the loop checks all transfers. So a transfer that ends in time, as
/// nearly all do, costs one comparison.
struct CurlWatchdog {
  private(set) var next: UInt64?

  mutating func expect(_ transfer: CurlTransfer) {
    if let end = transfer.endOfLookUp { next = min(next ?? .max, end) }
    guard let idle = transfer.request.limits.idle else { return }
    next = min(next ?? .max, transfer.lastActivity + idle.nanoseconds)
  }

  /// Returns the problem that ends the transfer now; nil if it may continue.
  static func problem(of transfer: CurlTransfer, at now: UInt64) -> CurlProblem? {
    if let end = transfer.endOfLookUp, end <= now {
      return .library(code: .timedOut, detail: "the host's name was not looked up in time")
    }
    guard let idle = transfer.request.limits.idle else { return nil }
    guard transfer.isIdling else {
      // The idle time does not count now, so it starts again.
      transfer.lastActivity = now
      return nil
    }
    // Where libcurl does not report that it sends the request, the idle time starts when the watchdog sees a
    // connection.
    if transfer.attempts == 0, !transfer.isKnownToBeSent {
      transfer.isKnownToBeSent = true
      transfer.lastActivity = max(transfer.lastActivity, now)
      return nil
    }
    guard now >= transfer.lastActivity + idle.nanoseconds, !transfer.noteSent() else { return nil }
    let isSilent = transfer.handle?.connection.map { $0.lastArrival <= transfer.lastActivity } ?? true
    return isSilent ? .idle(idle.duration) : .slow(idle.duration, after: transfer.arrived)
  }

  /// Whether the connection of a transfer that ends with this problem may be dead: the server was silent for the idle
  /// timeout, or for a second before the call was cancelled, as it also is at its deadline. The next call would wait in
  /// vain as well, for libcurl keeps an HTTP/2 connection until the system reports its end, which takes minutes.
  static func suspectsConnection(
    of transfer: CurlTransfer, after problem: CurlProblem?, at now: UInt64
  ) -> Bool {
    switch problem {
    case .idle, .slow: true
    case .cancelled: transfer.isIdling && now >= transfer.lastActivity + 1_000_000_000
    default: false
    }
  }
}

extension CurlTransfer {
  /// Whether the transfer waits for the server or the network. The connect timeout limits the wait for a connection,
  /// and the time of a stream's reader or a body's writer does not count.
  fileprivate var isIdling: Bool { !isReceivePaused && !isSendPaused && hasConnection }

  /// The part of the response that has arrived, in words.
  fileprivate var arrived: String {
    head.isComplete ? "\(arrivedBody) bytes of it" : "\(head.total) bytes of its header section"
  }
}
