#if os(Linux)
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
