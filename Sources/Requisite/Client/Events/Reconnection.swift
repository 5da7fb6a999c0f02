/// When to connect again to a server that sends events, and what to tell it. A value without I/O.
struct Reconnection {
  /// What browsers wait where the server says nothing.
  private static let standardWait = Duration.seconds(3)

  /// The id of the last event; empty where the server gave none, nil before the first connection.
  private(set) var lastEventID: String?

  private let policy: any RetryPolicy
  private let budget: RetryBudget?
  private let start: Duration
  private var retry = standardWait
  private var failures = 0
  private var hasEvent = false

  init(policy: any RetryPolicy, budget: RetryBudget?, start: Duration) {
    (self.policy, self.budget, self.start) = (policy, budget, start)
  }

  /// A connection is about to be made.
  mutating func begin() {
    if failures == 0 { budget?.deposit() }
    hasEvent = false
  }

  /// An event has come: what failed before is forgotten.
  mutating func succeed() {
    (failures, hasEvent) = (0, true)
  }

  /// What a connection has said so far.
  mutating func note(lastEventID: String?, retry: Duration?) {
    self.lastEventID = lastEventID ?? self.lastEventID
    self.retry = retry ?? self.retry
  }

  /// The wait behind a connection that the server has ended.
  func waitAfterEnd() -> Duration {
    hasEvent ? retry : max(retry, Self.standardWait)
  }

  /// The wait behind a connection that failed, or was not made; nil where there is to be no other.
  mutating func wait(after error: NetworkRequestError, now: Duration) -> Duration? {
    guard let request = error.request else { return nil }
    failures += 1
    let wait = policy.wait(
      after: error, number: failures, of: request, elapsed: now - start, budget: budget)
    return wait.map { max($0, waitAfterEnd()) }
  }
}
