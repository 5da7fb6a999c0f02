/// Which token holds, and the one refresh that is under way. A value without time, tasks or locks of its own: who asks
/// is told what to do, and does it when the lock is no longer held.
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
    /// The waiter is kept, and the refresh is to be started.
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

  /// A call needs a token. Its ticket is its own alone.
  mutating func join(_ waiter: Waiter, _ ticket: Int, _ isValid: (AccessToken) -> Bool) -> Step {
    if let token = usable(isValid) { return .go(token) }
    waiters[ticket] = waiter
    guard flight == nil else { return .wait }
    lastFlight += 1
    let flight = Flight(number: lastFlight, token: token)
    self.flight = flight
    return .start(flight)
  }

  /// A call gives up. The refresh goes on, for others, and for the token that it may already have used up.
  mutating func leave(_ ticket: Int) -> Waiter? {
    waiters.removeValue(forKey: ticket)
  }

  /// A server rejected a token. One that has been replaced since is no news.
  mutating func reject(_ authorization: String) {
    guard let token, token.authorization.headerValue == authorization else { return }
    isRejected = true
  }

  /// Whether this refresh is still the one that is waited for.
  func isUnderWay(_ number: Int) -> Bool { flight?.number == number }

  /// A refresh is over: with a token, or without. Returns who waited for it; nobody, where it was overtaken.
  mutating func finish(_ number: Int, with token: AccessToken?) -> [Waiter] {
    guard isUnderWay(number) else { return [] }
    if let token { hold(token) }
    return land()
  }

  /// Somebody logged in or out: what is under way is overtaken. Returns who waited for it.
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
