#if os(Linux)
  /// The time of one round of the loop, and the work left for the end of the round. Used only by the loop's thread.
  final class CurlRound {
    /// The monotonic time of the last `update()`, in nanoseconds.
    private(set) var now = CurlRound.time()
    private var streams: [CurlStreamQueue] = []
    private var refusals: [CurlTransfer] = []

    func update() { now = Self.time() }

    /// Records that the stream has received bytes. Its reader is woken at the end of the round, when more may have come.
    func touched(_ stream: CurlStreamQueue) {
      if streams.last !== stream { streams.append(stream) }
    }

    /// Records that the server has refused the request while the loop waited for more of the request's body.
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

    /// Returns the time of the monotonic clock, which libcurl uses as well, in nanoseconds.
    static func time() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  }

  /// The single timer that libcurl sets. Used only by the loop's thread.
  final class CurlTimer {
    /// The time at which the timer fires, in nanoseconds of ``CurlRound``; nil if it is not set.
    private(set) var deadline: UInt64?

    func set(milliseconds: Int) {
      // Reads the clock, because the round's time is a little old and a timer that fires too early is lost. Zero sets 0,
      // because the clock's time would be later than the round's.
      switch milliseconds {
      case ..<0: deadline = nil
      case 0: deadline = 0
      default: deadline = CurlRound.time() + UInt64(milliseconds) * 1_000_000
      }
    }

    /// Returns true if the deadline has passed, and clears the timer.
    func fire(at now: UInt64) -> Bool {
      guard let deadline, deadline <= now else { return false }
      self.deadline = nil
      return true
    }
  }
#endif
