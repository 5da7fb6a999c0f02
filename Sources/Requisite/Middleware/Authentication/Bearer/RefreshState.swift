/// The current token and the refresh that is under way, if any. A value without clocks, tasks or locks: each function
/// returns what its caller has to do after it has released the lock.
struct RefreshState<Waiter> {
  /// One refresh: the token that it is to replace, and the calls that wait for it.
  struct Refresh {
    /// The ticket of the waiter that started the refresh, which numbers it.
    let number: Int
    let token: AccessToken?
    /// The waiters with their tickets, in the order of their arrival.
    var waiters: [(ticket: Int, waiter: Waiter)]
  }

  enum Step {
    /// The call can use this token.
    case go(AccessToken)
    /// The waiter has joined a refresh that is under way.
    case wait
    /// The waiter has joined a new refresh, which the caller has to start.
    case start(Refresh)
  }

  private(set) var token: AccessToken?
  /// The user of the token; empty without a token.
  private(set) var user = ""
  /// The number of times that the token was replaced.
  private(set) var changes = 0
  private var isRejected = false
  private var refresh: Refresh?
  private let longestLeeway: Duration
  /// How long before its expiry the token is replaced.
  private(set) var leeway: Duration

  init(leeway: Duration = .zero) {
    longestLeeway = leeway
    self.leeway = leeway
  }

  var waiterCount: Int { refresh?.waiters.count ?? 0 }

  /// The token, or nil if it is missing, rejected or not valid.
  func usable(_ isValid: (AccessToken) -> Bool) -> AccessToken? {
    guard let token, !isRejected, isValid(token) else { return nil }
    return token
  }

  /// Returns the token for a call, or lets the call wait for a refresh. `ticket` must be unique.
  mutating func join(_ waiter: Waiter, _ ticket: Int, _ isValid: (AccessToken) -> Bool) -> Step {
    if let token = usable(isValid) { return .go(token) }
    if refresh != nil {
      refresh?.waiters.append((ticket, waiter))
      return .wait
    }
    let refresh = Refresh(number: ticket, token: token, waiters: [(ticket, waiter)])
    self.refresh = refresh
    return .start(refresh)
  }

  /// Removes a call that stopped waiting. The refresh continues: others may wait for it, and it may have used up the
  /// refresh token already.
  mutating func leave(_ ticket: Int) -> Waiter? {
    guard let index = refresh?.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return refresh?.waiters.remove(at: index).waiter
  }

  /// Records that a server rejected a token, unless that token has been replaced since.
  mutating func reject(_ authorization: String) {
    guard let token, token.authorization.headerValue == authorization else { return }
    isRejected = true
  }

  /// True if this refresh has neither ended nor been overtaken by a login or logout.
  func isUnderWay(_ number: Int) -> Bool { refresh?.number == number }

  /// Ends a refresh, with a token or nil. Returns the calls that waited for it; empty if a login or logout overtook the
  /// refresh.
  mutating func finish(_ number: Int, with token: AccessToken?, at time: Date? = nil) -> [Waiter] {
    guard isUnderWay(number) else { return [] }
    if let token { hold(token, since: time) }
    return end()
  }

  /// Sets the token of a login, or nil after a logout, and drops the refresh that is under way. Returns the calls that
  /// waited for it.
  mutating func replace(with token: AccessToken?, at time: Date? = nil) -> [Waiter] {
    hold(token, since: time)
    return end()
  }

  /// Sets the token that the store contained when there were `changes` changes, unless there was another since.
  mutating func adopt(_ token: AccessToken, after changes: Int) {
    if changes == self.changes { hold(token, since: nil) }
  }

  /// - Parameter time: The time at which the token was issued; nil if that is not known. If it is, the token is replaced at
  ///   most a tenth of its lifetime early, so that a short one is not replaced for each call.
  private mutating func hold(_ token: AccessToken?, since time: Date?) {
    self.token = token
    let lifetime = time.flatMap { token?.expiry?.timeIntervalSince($0) }
    leeway = lifetime.map { min(longestLeeway, .seconds(max(0, $0) / 10)) } ?? longestLeeway
    user = token?.user ?? ""
    changes += 1
    isRejected = false
  }

  private mutating func end() -> [Waiter] {
    defer { refresh = nil }
    return refresh?.waiters.map(\.waiter) ?? []
  }
}

extension RefreshState.Refresh: Sendable where Waiter: Sendable {}

/// Records the last failed refresh. Until the backoff is over, a token that is still valid is used without another try.
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
