/// When to connect again to a server that sends events, and what to tell it. A value without I/O.
struct Reconnection {
  /// What browsers wait where the server says nothing.
  private static let standardWait = Duration.seconds(3)

  /// The id of the last event; empty where the server gave none, nil before the first connection.
  private(set) var lastEventID: String?

  private let schedule: RetrySchedule
  private let minimumWait: Duration
  private let start: Duration
  private var retry = standardWait
  private var failures = 0
  private var hasEvent = false

  init(schedule: RetrySchedule, minimumWait: Duration) {
    (self.schedule, self.minimumWait, start) = (schedule, minimumWait, schedule.clock.now)
  }

  /// Prepares for a new connection.
  mutating func begin() {
    if failures == 0 { schedule.budget?.deposit() }
    hasEvent = false
  }

  /// Notes an event: earlier failures no longer count.
  mutating func succeed() {
    (failures, hasEvent) = (0, true)
  }

  /// Notes what a connection has said so far.
  mutating func note(lastEventID: String?, retry: Duration?) {
    self.lastEventID = lastEventID ?? self.lastEventID
    self.retry = retry ?? self.retry
  }

  /// The wait after a connection that the server has ended: what the server said by `retry`, within bounds.
  func waitAfterEnd() -> Duration {
    let wanted = hasEvent ? retry : max(retry, Self.standardWait)
    return max(minimumWait, min(wanted, max(schedule.maximumRetryAfter, Self.standardWait)))
  }

  /// The wait after a connection that failed, or was not made; nil where there is to be no other.
  mutating func wait(after error: NetworkRequestError) -> Duration? {
    guard let request = error.request else { return nil }
    failures += 1
    let wait = schedule.delay(
      afterTransient: error, number: failures, of: request.withoutDeadline(),
      elapsed: schedule.clock.now - start)
    return wait.map { max($0, waitAfterEnd()) }
  }
}
