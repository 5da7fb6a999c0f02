#if os(Linux)
  /// The time of one round of the loop, and the work that waits for its end. Used by the loop's thread alone.
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

  /// The one timer that libcurl asks for. Used by the loop's thread alone.
  final class CurlTimer {
    /// When it goes off, in nanoseconds of ``CurlRound``; nil where it is not set.
    private(set) var deadline: UInt64?

    func set(milliseconds: Int) {
      // The real time and not the round's, which is a little old: a timer that goes off too early is lost. For the
      // same reason "at once" is no time at all, which would lie ahead of the round's.
      switch milliseconds {
      case ..<0: deadline = nil
      case 0: deadline = 0
      default: deadline = CurlRound.time() + UInt64(milliseconds) * 1_000_000
      }
    }

    /// Whether it has gone off; then it is not set any more.
    func fire(at now: UInt64) -> Bool {
      guard let deadline, deadline <= now else { return false }
      self.deadline = nil
      return true
    }
  }
#endif
