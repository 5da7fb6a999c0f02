/// How long a token that still holds is used without trying to replace it again, after that has failed.
final class RefreshBackoff: Sendable {
  private let duration: Duration
  private let failure = Locked<Date?>(nil)

  init(_ duration: Duration) {
    self.duration = duration
  }

  func noteFailure(at time: Date) {
    failure.withLock { $0 = time }
  }

  /// The last word is a token.
  func forgetFailure() {
    failure.withLock { $0 = nil }
  }

  /// Whether the last failure is that recent. One that lies ahead says that the clock was set back, and counts for
  /// nothing.
  func isRunning(at time: Date) -> Bool {
    guard let failure = failure.withLock({ $0 }) else { return false }
    return time >= failure && time.timeIntervalSince(failure) < duration / .seconds(1)
  }
}
