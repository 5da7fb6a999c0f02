/// The current token, what the store has of it, and the refresh that is under way. A value without clocks, tasks or locks: each
/// function returns what its caller has to do after it has released the lock.
///
/// One rule orders logins, logouts, refreshes and the store: *each change of the token has a number, and what was started at a
/// number counts only if that is still the newest one.* So the outcome of a refresh or of a look into the store that was
/// overtaken is dropped, and the store is looked into only if it has the newest change.
struct RefreshState {
  /// The token after the change with this number.
  struct Snapshot {
    let token: AccessToken?
    /// The user of the token; empty without a token.
    let user: String
    let number: Int
    /// Why the token cannot be renewed: the authorization server has refused its refresh token, which is not sent again.
    let refusal: AuthenticationFailure.Reason?
  }

  enum Step {
    /// The call can use this token.
    case use(AccessToken)
    /// The waiter has joined a refresh that is under way.
    case wait
    /// The waiter has joined a new refresh with this number, which the caller has to start.
    case start(Int)
  }

  private(set) var token: AccessToken?
  private var user = ""
  private var newest = 0
  /// The number of the change that the store contains.
  private var saved = 0
  /// False until the store was read, or a token came or went.
  private var isKnown = false
  private var isRejected = false
  /// The failure that says that this token cannot be renewed without the user.
  private var failure: AuthenticationFailure.Reason?
  /// The ticket of the call that started the refresh, which numbers it, and those of the calls that wait, in the order of their
  /// arrival.
  private var refresh: (number: Int, waiters: [Int])?
  private let longestLeeway: Duration
  /// How long before its expiry the token is replaced.
  private(set) var leeway: Duration

  init(leeway: Duration = .zero) {
    longestLeeway = leeway
    self.leeway = leeway
  }

  var waiterCount: Int { refresh?.waiters.count ?? 0 }

  var snapshot: Snapshot {
    let isRefused = if case .tokenRefused = failure { token?.refreshToken != nil } else { false }
    return Snapshot(token: token, user: user, number: newest, refusal: isRefused ? failure : nil)
  }

  /// Whether calls can be sent as a user; nil if that is not known yet.
  var login: BearerAuthenticator.LoginState? {
    guard isKnown else { return nil }
    return token == nil || failure != nil ? .loggedOut : .loggedIn
  }

  /// True if the store has the newest change, so that what differs from it is from another process.
  var isSaved: Bool { saved == newest }

  /// The token, or nil if it is missing, rejected or not valid.
  func usable(_ isValid: (AccessToken) -> Bool) -> AccessToken? {
    guard let token, !isRejected, isValid(token) else { return nil }
    return token
  }

  /// Returns the token for a call, or lets the call wait for a refresh under its ticket.
  mutating func join(_ ticket: Int, _ isValid: (AccessToken) -> Bool) -> Step {
    if let token = usable(isValid) { return .use(token) }
    guard refresh == nil else {
      refresh?.waiters.append(ticket)
      return .wait
    }
    refresh = (ticket, [ticket])
    return .start(ticket)
  }

  /// Removes a call that stopped waiting. The refresh continues: others may wait for it, and it may have used up the
  /// refresh token already. Returns false if it no longer waits.
  mutating func leave(_ ticket: Int) -> Bool {
    guard let index = refresh?.waiters.firstIndex(of: ticket) else { return false }
    refresh?.waiters.remove(at: index)
    return true
  }

  /// Records that a server rejected a token, unless that token has been replaced since.
  mutating func reject(_ authorization: String) {
    guard let token, token.authorization.headerValue == authorization else { return }
    isRejected = true
  }

  /// True if this refresh has neither ended nor been overtaken by a login or logout.
  func isInProgress(_ number: Int) -> Bool { refresh?.number == number }

  /// Ends a refresh. Returns the calls that waited for it; empty if a login or logout overtook it.
  mutating func end(_ number: Int) -> [Int] { isInProgress(number) ? endRefresh() : [] }

  /// Sets the token of a login, or nil after a logout, and drops the refresh that is under way. Returns the calls that
  /// waited for it.
  mutating func replace(with token: AccessToken?, at time: Date? = nil) -> [Int] {
    set(token, since: time)
    return endRefresh()
  }

  /// Sets the token of a refresh that began at this number. Returns false if it was overtaken.
  mutating func renew(with token: AccessToken, after number: Int, at time: Date? = nil) -> Bool {
    guard number == newest else { return false }
    set(token, since: time)
    return true
  }

  /// Sets the content of the store, which was read at this number, unless the read was overtaken.
  mutating func adopt(_ stored: AccessToken?, after number: Int) {
    guard number == newest else { return }
    isKnown = true
    // Not compared whole: a store may keep less, and a date rounded.
    guard stored?.value != token?.value || stored?.refreshToken != token?.refreshToken else { return }
    let isRejected = isRejected && stored?.value == token?.value
    set(stored, since: nil)
    self.isRejected = isRejected
    saved = newest
  }

  /// Records that the store cannot be read, so that no token is known.
  mutating func markAsKnown() { isKnown = true }

  /// Records that the token of this number cannot be renewed, if only the user can change that.
  mutating func fail(with reason: AuthenticationFailure.Reason, after number: Int) {
    if number == newest, reason.needsLogin { failure = reason }
  }

  /// Records that the store contains the change with this number.
  mutating func noteSaved(_ number: Int) { saved = max(saved, number) }

  /// - Parameter time: The time at which the token was issued; nil if that is not known. If it is, the token is replaced at
  ///   most a tenth of its lifetime early, so that a short one is not replaced for each call.
  private mutating func set(_ token: AccessToken?, since time: Date?) {
    self.token = token
    let lifetime = time.flatMap { token?.expiry?.timeIntervalSince($0) }
    leeway = lifetime.map { min(longestLeeway, .seconds(max(0, $0) / 10)) } ?? longestLeeway
    user = token?.user ?? ""
    newest += 1
    (isKnown, isRejected, failure) = (true, false, nil)
  }

  private mutating func endRefresh() -> [Int] {
    defer { refresh = nil }
    return refresh?.waiters ?? []
  }
}

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
