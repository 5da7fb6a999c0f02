/// The valid token and the one refresh that is under way. A value without time, tasks or locks of its own: each function
/// returns what its caller has to do after it has released the lock.
struct RefreshState<Waiter> {
  /// One refresh, and the token that it is to replace.
  struct Flight {
    let number: Int
    let token: AccessToken?
  }

  enum Step {
    /// There is a token.
    case go(AccessToken)
    /// Another call's refresh is under way: the waiter is kept.
    case wait
    /// The waiter is kept, and the caller has to start the refresh.
    case start(Flight)
  }

  private(set) var token: AccessToken?
  private var isRejected = false
  private var flight: Flight?
  private var waiters: [Int: Waiter] = [:]
  private var lastFlight = 0

  var waiterCount: Int { waiters.count }

  /// The token, where it can be used as it is.
  func usable(_ isValid: (AccessToken) -> Bool) -> AccessToken? {
    guard let token, !isRejected, isValid(token) else { return nil }
    return token
  }

  /// Joins a call that needs a token; its ticket must be unique.
  mutating func join(_ waiter: Waiter, _ ticket: Int, _ isValid: (AccessToken) -> Bool) -> Step {
    if let token = usable(isValid) { return .go(token) }
    waiters[ticket] = waiter
    guard flight == nil else { return .wait }
    lastFlight += 1
    let flight = Flight(number: lastFlight, token: token)
    self.flight = flight
    return .start(flight)
  }

  /// Removes a call that stopped waiting. The refresh continues: others wait for it, and it may have used up the refresh
  /// token already.
  mutating func leave(_ ticket: Int) -> Waiter? {
    waiters.removeValue(forKey: ticket)
  }

  /// Records that a server rejected a token, unless that token has been replaced since.
  mutating func reject(_ authorization: String) {
    guard let token, token.authorization.headerValue == authorization else { return }
    isRejected = true
  }

  /// True if calls still wait for this refresh.
  func isUnderWay(_ number: Int) -> Bool { flight?.number == number }

  /// Ends a refresh, with a token or without one. Returns the calls that waited for it; empty if a login overtook it.
  mutating func finish(_ number: Int, with token: AccessToken?) -> [Waiter] {
    guard isUnderWay(number) else { return [] }
    if let token { hold(token) }
    return land()
  }

  /// Takes the token of a login, or none after a logout, and drops the refresh that is under way. Returns the calls that
  /// waited for it.
  mutating func replace(with token: AccessToken?) -> [Waiter] {
    hold(token)
    return land()
  }

  private mutating func hold(_ token: AccessToken?) {
    self.token = token
    isRejected = false
  }

  private mutating func land() -> [Waiter] {
    flight = nil
    defer { waiters = [:] }
    return waiters.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// How long a token that is still valid is used without another try to replace it, after one has failed.
final class RefreshBackoff: Sendable {
  private let duration: Duration
  private let failure = Locked<Date?>(nil)

  init(_ duration: Duration) {
    self.duration = duration
  }

  func noteFailure(at time: Date) {
    failure.withLock { $0 = time }
  }

  /// Forgets the last failure, because a token was obtained since.
  func forgetFailure() {
    failure.withLock { $0 = nil }
  }

  /// True if the last failure is more recent than the backoff. A failure in the future is ignored: the clock was set back.
  func isRunning(at time: Date) -> Bool {
    guard let failure = failure.withLock({ $0 }) else { return false }
    return time >= failure && time.timeIntervalSince(failure) < duration / .seconds(1)
  }
}
