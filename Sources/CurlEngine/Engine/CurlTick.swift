/// The time of one tick of the loop: a round of waiting and working, and the work left for the end of the tick. Used only by the loop's thread.
final class CurlTick {
  /// The monotonic time of the last `update()`, in nanoseconds.
  private(set) var now = CurlTick.clock()
  private var streamed: [CurlTransfer] = []
  private var reviews: [(CurlTransfer, unread: Int32?)] = []

  func update() { now = Self.clock() }

  /// Records that a stream has started or received bytes. Its task is woken at the end of the tick, when more may have come.
  func touched(_ transfer: CurlTransfer) {
    if streamed.last !== transfer { streamed.append(transfer) }
  }

  /// Records that the loop looks at the transfer at the end of the tick. The request's body resumes then: the server has
  /// refused the request while the loop waited for more of the body, or there was something to be read first.
  ///
  /// - Parameter descriptor: The connection, if libcurl may have stopped reading there.
  func review(_ transfer: CurlTransfer, unread descriptor: Int32? = nil) {
    reviews.append((transfer, unread: descriptor))
  }

  /// The transfers to look at, since the last call.
  func takeReviews() -> [(CurlTransfer, unread: Int32?)] {
    guard !reviews.isEmpty else { return [] }
    defer { reviews = [] }
    return reviews
  }

  func flushStreams() {
    guard !streamed.isEmpty else { return }
    for transfer in streamed { transfer.flush() }
    streamed.removeAll(keepingCapacity: true)
  }

  /// The time until a deadline in milliseconds, rounded up and limited to 60 000; -1 without one.
  static func milliseconds(until deadline: UInt64?, from now: UInt64) -> Int32 {
    guard let deadline else { return -1 }
    return deadline <= now ? 0 : Int32(min((deadline - now + 999_999) / 1_000_000, 60_000))
  }

  /// Returns the time of the monotonic clock, which libcurl uses as well, in nanoseconds.
  static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The single timer that libcurl sets. Used only by the loop's thread.
final class CurlTimer {
  /// The time at which the timer fires, in nanoseconds of ``CurlTick``; nil if it is not set.
  private(set) var deadline: UInt64?

  func set(milliseconds: Int) {
    // Reads the clock, because the tick's time is a little old and a timer that fires too early is lost. Zero sets 0,
    // because the clock's time would be later than the tick's.
    switch milliseconds {
    case ..<0: deadline = nil
    case 0: deadline = 0
    default: deadline = CurlTick.clock() + UInt64(milliseconds) * 1_000_000
    }
  }

  /// Returns true if the deadline has passed, and clears the timer.
  func fire(at now: UInt64) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}
