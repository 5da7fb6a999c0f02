#if os(Linux)
  /// What holds during one round of the loop. Used by the loop's thread alone.
  final class CurlRound {
    /// The time, in nanoseconds, as it was last looked at.
    private(set) var now = CurlRound.time()
    private var streams: [CurlStreamQueue] = []
    private var refusals: [CurlTransfer] = []

    func update() { now = Self.time() }

    /// The stream has got something: its reader is woken at the end of the round, when more may have come.
    func touched(_ stream: CurlStreamQueue) {
      if streams.last !== stream { streams.append(stream) }
    }

    /// The server has refused the request while its body was still waited for.
    func refused(_ transfer: CurlTransfer) { refusals.append(transfer) }

    /// The transfers that were refused since the last call.
    func takeRefused() -> [CurlTransfer] {
      guard !refusals.isEmpty else { return [] }
      defer { refusals = [] }
      return refusals
    }

    func flushStreams() {
      guard !streams.isEmpty else { return }
      for stream in streams { stream.flush() }
      streams.removeAll(keepingCapacity: true)
    }

    /// The monotonic clock, which libcurl goes by as well.
    static func time() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  }
#endif
