extension Transport {
  /// Stops sending calls to a server that fails most of the time, and tests from time to time whether it has recovered.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.circuitBreaker().retried(
  ///   .exponential())
  /// ```
  /// **Closed**, the breaker lets calls through and counts their outcomes over a window of time. If at least
  /// ``CircuitBreaker/minimumCalls`` ended in it and a ``CircuitBreaker/failureRate`` of them failed, the breaker opens. **Open**,
  /// calls fail at once with ``NetworkRequestError/refused(_:)`` (``Refusal/Reason/circuitOpen(_:)``, with the time until the next
  /// trial), and nothing is sent. After ``CircuitBreaker/openFor`` it is **half-open**: it lets ``CircuitBreaker/trials`` calls
  /// through, closes if that many succeed, and opens again if one fails. While they have not ended, one more is let through after
  /// each further ``CircuitBreaker/openFor``, so that a call without an end does not keep the breaker from closing.
  ///
  /// The response decides whether a call has failed, or its header section if it is streamed. A call that exceeds its deadline has failed.
  /// A call does not count if its caller cancels it, if another layer refuses it, if its request is invalid, or if its
  /// body is too large. Calls that are under way when the breaker changes its state are not counted. Calls of a
  /// ``CredentialRefresh`` pass and do not count, because the call that tests the server may wait for the credential.
  ///
  /// Place it inside retries, so that it counts attempts and a retry can wait for a refused one.
  ///
  /// - Parameters:
  ///   - settings: When the breaker opens and closes, as in `CircuitBreaker(minimumCalls: 20)`.
  ///   - clock: The clock that measures times; that of the first call (``TransportRequest/clock``) by default.
  ///   - isFailure: Returns true if a result counts against the server. By default all errors, and the statuses 500, 502,
  ///     503 and 504.
  public func circuitBreaker(
    _ settings: CircuitBreaker = CircuitBreaker(), clock: CallClock? = nil,
    isFailure: @escaping @Sendable (Result<TransportResponse, NetworkRequestError>) -> Bool = { result in
      guard case .success(let response) = result else { return true }
      return switch response.status {
      case 500, 502, 503, 504: true
      default: false
      }
    }
  ) -> some Transport {
    CircuitBreakerTransport(upstream: self, settings: settings, clock: clock, isFailure: isFailure)
  }
}

/// The settings of ``Transport/circuitBreaker(_:clock:isFailure:)`` and ``StandardStack/circuitBreaker``.
public struct CircuitBreaker: Sendable, Hashable {
  /// The share of calls that must fail for the breaker to open, from 0 to 1. 0.5 by default.
  public var failureRate: Double
  /// The number of calls that must have ended in the window before the breaker can open. 10 by default: with fewer, chance decides.
  public var minimumCalls: Int
  /// The time that calls are counted for. 10 seconds by default.
  public var window: Duration
  /// The time for which no call goes through. 30 seconds by default: time for a server to restart.
  public var openFor: Duration
  /// How many calls must then succeed for the breaker to close. 1 by default.
  public var trials: Int
  /// The calls that are counted together. Those to each host by default; ``LimitScope/perPathPrefix(segments:)`` for services
  /// behind one gateway.
  public var scope: LimitScope

  /// Creates settings, as in `CircuitBreaker(minimumCalls: 20)`.
  public init(
    failureRate: Double = 0.5, minimumCalls: Int = 10, window: Duration = .seconds(10),
    openFor: Duration = .seconds(30), trials: Int = 1, scope: LimitScope = .perHost
  ) {
    self.failureRate = failureRate
    self.minimumCalls = minimumCalls
    self.window = window
    self.openFor = openFor
    self.trials = trials
    self.scope = scope
  }
}

/// The transport that sends calls through `upstream` unless too many have failed there lately.
struct CircuitBreakerTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  private let scope: LimitScope
  private let clock: LayerClock
  private let isFailure: @Sendable (Result<TransportResponse, NetworkRequestError>) -> Bool
  private let circuits: ScopedStates<Circuit>

  init(
    upstream: Upstream, settings: CircuitBreaker, clock: CallClock?,
    isFailure: @escaping @Sendable (Result<TransportResponse, NetworkRequestError>) -> Bool
  ) {
    self.upstream = upstream
    scope = settings.scope
    let clock = LayerClock(clock)
    self.clock = clock
    self.isFailure = isFailure
    circuits = ScopedStates(fresh: Circuit(settings)) { circuit in
      clock.now.map { circuit.isIdle(at: $0) } ?? true
    }
  }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // The trial may wait for the credential.
    guard !CredentialRefresh.isInProgress else { return try await upstream.send(request) }
    let clock = clock.clock(for: request)
    let key = scope.key(of: request)
    let pass: Int
    switch circuits.withState(of: key, { $0.admit(at: clock.now) }) {
    case .pass(let number): pass = number
    case .refused(let wait):
      throw .refused(Refusal(.circuitOpen(Origin(request.url)), retryAfter: wait, request: request))
    }
    let result = await upstream.outcome(of: request)
    let verdict = verdict(on: result)
    circuits.withState(of: key) { $0.note(verdict, of: pass, at: clock.now) }
    return try result.get()
  }

  private func verdict(on result: Result<TransportResponse, NetworkRequestError>) -> Circuit.Verdict {
    guard case .failure(let error) = result else { return isFailure(result) ? .failure : .success }
    switch error.kind {
    // A call that exceeds its deadline counts against the server; one that its caller cancelled does not count.
    case .deadlineExceeded: return .failure
    case .cancelled, .refused, .invalidRequest, .bodyTooLarge: return .ignored
    case .badRequest, .unauthorized, .forbidden, .notFound, .error4xx, .serverError, .error5xx,
      .unexpectedStatus, .decodingError, .urlSessionFailed, .authenticationFailed, .unknownError:
      return isFailure(result) ? .failure : .success
    }
  }
}

/// The state machine of a circuit breaker. A value to which the caller passes the time.
///
/// Closed, it counts the outcomes of calls; if too many fail, it opens. Open, it refuses calls for some time. Then it is
/// half-open: it lets a few calls through, closes if they succeed and opens again if one fails. If they do not end, it lets
/// another one through each time as long as it was open.
struct Circuit {
  /// The outcome of a call that was let through.
  enum Verdict { case success, failure, ignored }

  enum Admission: Equatable {
    /// The call may be sent; its verdict must carry this number.
    case pass(Int)
    /// The call is refused; another one is let through after this time, or earlier if a trial ends.
    case refused(Duration)
  }

  private enum Phase {
    case closed
    case open(until: Duration)
    /// The trials under way, those that succeeded, and when the last one was let through.
    case halfOpen(running: Int, succeeded: Int, last: Duration)
  }

  private let settings: CircuitBreaker
  private var phase = Phase.closed
  private var outcomes: OutcomeWindow
  /// Grows with each change of phase: a verdict on a call of an earlier phase is ignored.
  private var pass = 0

  init(_ settings: CircuitBreaker) {
    self.settings = copy(settings) {
      $0.failureRate = $0.failureRate.isNaN ? 0.5 : min(max($0.failureRate, 0), 1)
      $0.minimumCalls = max(1, $0.minimumCalls)
      $0.trials = max(1, $0.trials)
    }
    outcomes = OutcomeWindow(length: settings.window)
  }

  mutating func admit(at now: Duration) -> Admission {
    if case .open(let end) = phase {
      guard now >= end else { return .refused(end - now) }
      enter(.halfOpen(running: 0, succeeded: 0, last: now))
    }
    guard case .halfOpen(let running, let succeeded, let last) = phase else { return .pass(pass) }
    guard running + succeeded < settings.trials || now - last >= settings.openFor.bounded else {
      return .refused(last + settings.openFor.bounded - now)
    }
    phase = .halfOpen(running: running + 1, succeeded: succeeded, last: now)
    return .pass(pass)
  }

  mutating func note(_ verdict: Verdict, of pass: Int, at now: Duration) {
    guard pass == self.pass else { return }
    switch phase {
    case .closed: countClosed(verdict, at: now)
    case .open: return
    case .halfOpen(let running, let succeeded, let last):
      let succeeded = succeeded + (verdict == .success ? 1 : 0)
      if verdict == .failure { return enter(.open(until: now + settings.openFor.bounded)) }
      if succeeded >= settings.trials { return enter(.closed) }
      phase = .halfOpen(running: running - 1, succeeded: succeeded, last: last)
    }
  }

  /// True if the circuit is closed and counts no calls, so the state can be discarded.
  func isIdle(at now: Duration) -> Bool {
    guard case .closed = phase else { return false }
    return outcomes.totals(at: now).calls == 0
  }

  private mutating func countClosed(_ verdict: Verdict, at now: Duration) {
    guard verdict != .ignored else { return }
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

/// The numbers of calls that succeeded and failed lately, counted in ten parts of a window of time. Outcomes older than
/// the window are dropped a tenth of it at a time.
struct OutcomeWindow {
  private struct Part {
    var number: Int64 = -1
    var calls = 0
    var failures = 0
  }

  private static let count = 10

  private let partLength: Duration
  private var parts = [Part](repeating: Part(), count: OutcomeWindow.count)

  init(length: Duration) {
    partLength = max(length.bounded, .milliseconds(1)) / Self.count
  }

  mutating func add(failed: Bool, at now: Duration) {
    let number = number(of: now)
    let index = Int(number % Int64(Self.count))
    if parts[index].number != number { parts[index] = Part(number: number) }
    parts[index].calls += 1
    if failed { parts[index].failures += 1 }
  }

  func totals(at now: Duration) -> (calls: Int, failures: Int) {
    let oldest = number(of: now) - Int64(Self.count) + 1
    return parts.reduce(into: (0, 0)) { totals, part in
      guard part.number >= max(0, oldest) else { return }
      totals.0 += part.calls
      totals.1 += part.failures
    }
  }

  private func number(of time: Duration) -> Int64 {
    Int64(min(max(0, (time / partLength).rounded(.down)), 1e18))
  }
}
