/// The state machine of a circuit breaker. A value to which the caller passes the time.
///
/// Closed, it counts the outcomes of calls; if too many fail, it opens. Open, it refuses calls for some time. Then it is
/// half-open: it lets a few calls through, closes if they succeed and opens again if one fails. If they do not end, it lets
/// another one through each time as long as it was open.
struct Circuit {
  struct Settings: Sendable {
    let failureRate: Double
    let minimumCalls: Int
    let window: Duration
    let openFor: Duration
    let trials: Int
  }

  /// The outcome of a call that was let through.
  enum Verdict { case success, failure, neither }

  enum Admission: Equatable {
    /// The call may be sent; its verdict must carry this number.
    case pass(Int)
    /// The call is refused; the next one may be sent after this time, or zero if the time is not known.
    case refused(Duration)
  }

  private enum Phase {
    case closed
    case open(until: Duration)
    /// The trials under way, those that succeeded, and when the last one was let through.
    case halfOpen(underWay: Int, succeeded: Int, last: Duration)
  }

  let settings: Settings
  private var phase = Phase.closed
  private var outcomes: OutcomeWindow
  /// Grows with each change of phase: a verdict on a call of an earlier phase is ignored.
  private var pass = 0

  init(_ settings: Settings) {
    self.settings = settings
    outcomes = OutcomeWindow(length: settings.window)
  }

  mutating func admit(at now: Duration) -> Admission {
    if case .open(let end) = phase {
      guard now >= end else { return .refused(end - now) }
      enter(.halfOpen(underWay: 0, succeeded: 0, last: now))
    }
    guard case .halfOpen(let underWay, let succeeded, let last) = phase else { return .pass(pass) }
    guard underWay + succeeded < settings.trials || now - last >= settings.openFor else {
      return .refused(.zero)
    }
    phase = .halfOpen(underWay: underWay + 1, succeeded: succeeded, last: now)
    return .pass(pass)
  }

  mutating func note(_ verdict: Verdict, of pass: Int, at now: Duration) {
    guard pass == self.pass else { return }
    switch phase {
    case .closed: noteClosed(verdict, at: now)
    case .open: return
    case .halfOpen(let underWay, let succeeded, let last):
      let succeeded = succeeded + (verdict == .success ? 1 : 0)
      if verdict == .failure { return enter(.open(until: now + settings.openFor.bounded)) }
      if succeeded >= settings.trials { return enter(.closed) }
      phase = .halfOpen(underWay: underWay - 1, succeeded: succeeded, last: last)
    }
  }

  /// True if the circuit is closed and counts no calls, so the state can be discarded.
  func isIdle(at now: Duration) -> Bool {
    guard case .closed = phase else { return false }
    return outcomes.totals(at: now).calls == 0
  }

  private mutating func noteClosed(_ verdict: Verdict, at now: Duration) {
    guard verdict != .neither else { return }
    outcomes.add(failed: verdict == .failure, at: now)
    guard verdict == .failure else { return }
    let (calls, failures) = outcomes.totals(at: now)
    guard calls >= settings.minimumCalls, Double(failures) >= settings.failureRate * Double(calls) else {
      return
    }
    enter(.open(until: now + settings.openFor.bounded))
  }

  private mutating func enter(_ next: Phase) {
    phase = next
    pass += 1
    outcomes = OutcomeWindow(length: settings.window)
  }
}
