/// A rule that decides whether a call is attempted again, and after how long.
///
/// The library has ``constant(_:attempts:alsoAfter:)``, ``immediate(attempts:alsoAfter:)``,
/// ``exponential(from:cap:attempts:alsoAfter:random:)`` and ``never``. ``or(_:)`` and ``followingServer()`` put policies together.
/// To write your own, conform:
///
/// ```swift
/// // Polls a job that answers 409 until it is done
/// struct UntilReady: RetryPolicy {
///   func delay(after failure: FailedAttempt) -> Duration? {
///     failure.status == 409 && failure.number < 30 ? .seconds(2) : nil
///   }
/// }
/// let client = APIClient(
///   baseURL: url, transport: DefaultTransport.shared.retried(UntilReady()))
/// ```
/// A policy is asked only if a further attempt is allowed at all, and its wait is limited: see
/// ``Transport/retried(_:budget:maximumRetryAfter:clock:)``.
public protocol RetryPolicy: Sendable {
  /// Returns the wait before the next attempt; zero to send it at once, nil to give up.
  ///
  /// If the server asks for a longer wait by `Retry-After`, the call waits that long instead. Called once after each
  /// failed attempt that may be repeated.
  func delay(after failure: FailedAttempt) -> Duration?
}

/// A failed attempt, as a ``RetryPolicy`` receives it.
public struct FailedAttempt: Sendable {
  /// The number of the attempt, counted from 1.
  public let number: Int
  /// The request that was sent.
  public let request: TransportRequest
  /// The outcome: a response with a status that the request does not accept, or an error.
  public let outcome: Result<TransportResponse, NetworkRequestError>
  /// How long the server (by `Retry-After`, or after a 429 by the reset of its quota), or the layer that refused the call,
  /// asks the client to wait; nil if neither does.
  public let retryAfter: Duration?
  /// The time since the first attempt began.
  public let elapsed: Duration
  /// Whether a later attempt may succeed, where a policy has decided it; nil for the library's own rule.
  var verdict: Bool?

  /// The status of the response, including one that is an error (``NetworkRequestError/status``); nil without a response.
  public var status: Int? {
    switch outcome {
    case .success(let response): response.status
    case .failure(let error): error.status
    }
  }

  /// The error; nil if the attempt ended with a response.
  public var error: NetworkRequestError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }

  /// True if a later attempt may succeed.
  ///
  /// Transient failures are a connection that was not made or was lost, an idle timeout, an exceeded deadline, a refusal
  /// by a layer of the stack, a token refresh that failed for such a reason, and the statuses 408, 425, 429, 500, 502,
  /// 503 and 504.
  /// A policy around this one may have decided otherwise, such as ``RetryPolicy/followingServer()``.
  public var isTransient: Bool {
    if let verdict { return verdict }
    return switch outcome {
    case .success(let response): response.isTemporary
    case .failure(let error): error.isRetryable
    }
  }
}

extension RequestOptions {
  /// The policy that decides when this request is attempted again, instead of the stack's; `.never` for no second
  /// attempt.
  ///
  /// nil, for the stack's own policy, by default. It has no effect without
  /// ``Transport/retried(_:budget:maximumRetryAfter:clock:)`` in the stack. Calls with policies of their own share a
  /// request (``Transport/duplicatesRemoved(ignoring:)``) if the policies are equal: make a type of yours `Equatable`.
  public var retry: (any RetryPolicy)? {
    get { self[RetryKey.self] }
    set { self[RetryKey.self] = newValue }
  }
}

private enum RetryKey: RequestOptionKey {
  static let defaultValue: (any RetryPolicy)? = nil
  static func mayShareResponse(_ left: Value, _ right: Value) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return (left as? any Equatable)?.isEqual(to: right) ?? false
  }
}

extension Equatable {
  fileprivate func isEqual(to other: any RetryPolicy) -> Bool { (other as? Self).map { $0 == self } ?? false }
}

/// A retry policy with a fixed number of attempts, after transient failures (``FailedAttempt/isTransient``).
///
/// After attempt *n* the wait is at most `base · 2ⁿ⁻¹`, and at most `cap`. With ``RetryPolicy/exponential(from:cap:attempts:alsoAfter:random:)``
/// it is a random part of that limit ("full jitter"), so that the clients that one outage hit do not all return at the same
/// moment.
public struct Backoff: RetryPolicy {
  /// The most attempts that are made, including the first.
  public let attempts: Int
  /// The longest wait after the first attempt.
  public let base: Duration
  /// The longest wait after any attempt.
  public let cap: Duration
  /// The statuses after which the call is attempted again besides those that are transient.
  public let statuses: Set<Int>
  /// Returns the share of the limit to wait, from 0 to 1; nil for all of it.
  private let random: (@Sendable () -> Double)?

  init(
    attempts: Int, base: Duration, cap: Duration, statuses: Set<Int> = [],
    random: (@Sendable () -> Double)? = nil
  ) {
    self.attempts = attempts
    self.statuses = statuses
    self.base = base
    self.cap = cap
    self.random = random
  }

  /// Returns the wait after a transient failure or one of ``statuses``, or nil after any other and after the last attempt.
  public func delay(after failure: FailedAttempt) -> Duration? {
    let isListed = failure.verdict == nil && failure.status.map(statuses.contains) == true
    guard failure.isTransient || isListed, failure.number < attempts else { return nil }
    let limit = limit(after: failure.number)
    guard let share = random?() else { return limit }
    return limit * (share.isNaN ? 1 : min(max(share, 0), 1))
  }

  /// Returns the longest wait after an attempt, which is counted from 1.
  func limit(after number: Int) -> Duration {
    let cap = max(cap.bounded, .zero)
    var limit = max(base.bounded, .zero)
    for _ in 1..<max(1, number) where limit < cap { limit *= 2 }
    return min(limit, cap)
  }
}

extension Backoff: Hashable {
  /// True if both have the same limits and both wait at random, or neither; the sources of random numbers are not compared.
  public static func == (left: Backoff, right: Backoff) -> Bool {
    left.attempts == right.attempts && left.base == right.base && left.cap == right.cap
      && left.statuses == right.statuses && (left.random == nil) == (right.random == nil)
  }

  /// Hashes the limits, not the source of random numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(attempts)
    hasher.combine(base)
    hasher.combine(cap)
    hasher.combine(statuses)
  }
}

extension RetryPolicy where Self == Backoff {
  /// Waits a random time whose limit doubles with each attempt, after transient failures.
  ///
  /// - Parameters:
  ///   - base: The longest wait after the first attempt. 1 second by default: half a second on average, several times the
  ///     round trip of a slow mobile network.
  ///   - cap: The longest wait after any attempt. 20 seconds by default: beyond that, an error serves a caller better
  ///     than a wait.
  ///   - attempts: The most times that the request is sent, including the first. 4 by default: one more than with
  ///     constant waits, because the first waits are short.
  ///   - statuses: Statuses after which the request is sent again besides those that are transient, such as `[529]` for an API
  ///     that is overloaded. None by default.
  ///   - random: Returns a number from 0 to 1 for each wait; a test injects its own.
  public static func exponential(
    from base: Duration = .seconds(1), cap: Duration = .seconds(20), attempts: Int = 4,
    alsoAfter statuses: Set<Int> = [], random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) -> Backoff {
    Backoff(attempts: attempts, base: base, cap: cap, statuses: statuses, random: random)
  }

  /// Waits the same time before each further attempt, after transient failures.
  ///
  /// - Parameters:
  ///   - delay: The wait. 3 seconds by default: long enough for a connection to return or a server to restart a worker,
  ///     short enough for someone who watches a spinner.
  ///   - attempts: The most times that the request is sent, including the first. 3 by default: a call that
  ///     has failed three times rarely succeeds soon, and each further attempt adds to the load.
  ///   - statuses: Statuses after which the request is sent again besides those that are transient. None by default.
  public static func constant(
    _ delay: Duration = .seconds(3), attempts: Int = 3, alsoAfter statuses: Set<Int> = []
  ) -> Backoff {
    Backoff(attempts: attempts, base: delay, cap: delay, statuses: statuses)
  }

  /// Repeats a call at once, after transient failures, up to 3 attempts by default.
  ///
  /// This helps if one connection failed, or if several servers share one name.
  public static func immediate(attempts: Int = 3, alsoAfter statuses: Set<Int> = []) -> Backoff {
    Backoff(attempts: attempts, base: .zero, cap: .zero, statuses: statuses)
  }

  /// Makes no second attempt, for example for one request of a client that retries (``RequestOptions/retry``).
  public static var never: Backoff { Backoff(attempts: 1, base: .zero, cap: .zero) }
}

extension RetryPolicy {
  /// Asks another policy after a failure for which this one gives up.
  ///
  /// ```swift
  /// let patient = DefaultTransport.shared.retried(
  ///   .exponential(attempts: 4).or(.constant(.seconds(2), attempts: 30, alsoAfter: [409])))
  /// ```
  /// Both count the same attempts.
  public func or(_ other: some RetryPolicy) -> some RetryPolicy {
    EitherPolicy(first: self, second: other)
  }

  /// Lets the field `X-Should-Retry` of a response decide whether a failure is transient, as APIs of language models do.
  ///
  /// ```swift
  /// let model = DefaultTransport.shared.retried(
  ///   .exponential(attempts: 4, alsoAfter: [529]).followingServer())
  /// ```
  /// After `false` no attempt follows. After `true` the failure counts as ``FailedAttempt/isTransient``, and this policy says
  /// when to send again, and how often. Any other value, and a response without the field, change nothing. The field does not
  /// allow to send a request twice that may be sent once only. `Retry-After` and `Retry-After-Ms` need no policy: they are
  /// respected with any.
  public func followingServer() -> some RetryPolicy { ServerLedPolicy(base: self) }
}

/// The policy of ``RetryPolicy/or(_:)``.
private struct EitherPolicy<First: RetryPolicy, Second: RetryPolicy>: RetryPolicy {
  let first: First
  let second: Second

  /// Returns the wait of the first policy, or of the second one if the first gives up.
  func delay(after failure: FailedAttempt) -> Duration? {
    first.delay(after: failure) ?? second.delay(after: failure)
  }
}

/// The policy of ``RetryPolicy/followingServer()``.
private struct ServerLedPolicy<Base: RetryPolicy>: RetryPolicy {
  let base: Base

  /// Returns the wait of the policy, for which the server's `X-Should-Retry` decides what is transient; nil after `false`.
  func delay(after failure: FailedAttempt) -> Duration? {
    guard let verdict = failure.serverVerdict else { return base.delay(after: failure) }
    guard verdict else { return nil }
    return base.delay(after: copy(failure) { $0.verdict = true })
  }
}

extension FailedAttempt {
  /// What `X-Should-Retry` says; nil if it says nothing.
  fileprivate var serverVerdict: Bool? {
    let headers: HTTPHeaders? =
      switch outcome {
      case .success(let response): response.headers
      case .failure(let error): error.response?.headers
      }
    return headers?["X-Should-Retry"].flatMap { Bool(ASCII.lowercased($0)) }
  }
}
