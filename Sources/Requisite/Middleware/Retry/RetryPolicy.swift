/// A rule that decides whether a call is attempted again, and after how long.
///
/// The library has ``constant(_:attempts:)``, ``immediate(attempts:)``, ``exponential(from:cap:attempts:random:)`` and
/// ``never``. To write your own, conform:
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
/// ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)``.
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
  /// How long the server (by `Retry-After`), or the layer that refused the call, asks the client to wait; nil if neither
  /// does.
  public let retryAfter: Duration?
  /// The time since the first attempt began.
  public let elapsed: Duration

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
  public var isTransient: Bool {
    switch outcome {
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
  /// ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)`` in the stack.
  public var retry: (any RetryPolicy)? {
    get { self[RetryKey.self] }
    set { self[RetryKey.self] = newValue }
  }

  /// The value of `Idempotency-Key`; by default nil, and the field is not sent.
  public var idempotencyKey: IdempotencyKey? {
    get { self[IdempotencyKeyKey.self] }
    set { self[IdempotencyKeyKey.self] = newValue }
  }
}

private enum RetryKey: RequestOptionKey { static let defaultValue: (any RetryPolicy)? = nil }
private enum IdempotencyKeyKey: RequestOptionKey { static let defaultValue: IdempotencyKey? = nil }

/// A retry policy with a fixed number of attempts, after transient failures (``FailedAttempt/isTransient``).
///
/// After attempt *n* the wait is at most `base · 2ⁿ⁻¹`, and at most `cap`. With ``RetryPolicy/exponential(from:cap:attempts:random:)``
/// it is a random part of that limit ("full jitter"), so that the clients that one outage hit do not all return at the same
/// moment.
public struct Backoff: RetryPolicy {
  /// The most attempts that are made, including the first.
  public let attempts: Int
  /// The longest wait after the first attempt.
  public let base: Duration
  /// The longest wait after any attempt.
  public let cap: Duration
  /// Returns the share of the limit to wait, from 0 to 1; nil for all of it.
  private let random: (@Sendable () -> Double)?

  init(attempts: Int, base: Duration, cap: Duration, random: (@Sendable () -> Double)? = nil) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.random = random
  }

  /// Returns the wait after a transient failure, or nil after any other and after the last attempt.
  public func delay(after failure: FailedAttempt) -> Duration? {
    guard failure.isTransient, failure.number < attempts else { return nil }
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
      && (left.random == nil) == (right.random == nil)
  }

  /// Hashes the limits, not the source of random numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(attempts)
    hasher.combine(base)
    hasher.combine(cap)
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
  ///   - random: Returns a number from 0 to 1 for each wait; a test injects its own.
  public static func exponential(
    from base: Duration = .seconds(1), cap: Duration = .seconds(20), attempts: Int = 4,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) -> Backoff {
    Backoff(attempts: attempts, base: base, cap: cap, random: random)
  }

  /// Waits the same time before each further attempt, after transient failures.
  ///
  /// - Parameters:
  ///   - delay: The wait. 3 seconds by default: long enough for a connection to return or a server to restart a worker,
  ///     short enough for someone who watches a spinner.
  ///   - attempts: The most times that the request is sent, including the first. 3 by default: a call that
  ///     has failed three times rarely succeeds soon, and each further attempt adds to the load.
  public static func constant(_ delay: Duration = .seconds(3), attempts: Int = 3) -> Backoff {
    Backoff(attempts: attempts, base: delay, cap: delay)
  }

  /// Repeats a call at once, after transient failures, up to 3 attempts by default.
  ///
  /// This helps if one connection failed, or if several servers share one name.
  public static func immediate(attempts: Int = 3) -> Backoff {
    Backoff(attempts: attempts, base: .zero, cap: .zero)
  }

  /// Makes no second attempt, for example for one request of a client that retries (``RequestOptions/retry``).
  public static var never: Backoff { Backoff(attempts: 1, base: .zero, cap: .zero) }
}

/// A limit on the further attempts of all calls together, so that retries do not overload a server in trouble.
///
/// It is a bucket of tokens, full at first: each call adds a part of a token, and each further attempt takes a whole
/// token. Without a token no further attempt is made. So whatever the policies say, a client sends at most
///
///     calls × (1 + ratio) + reserve
///
/// requests. To share a budget among the clients of a server, pass it to each of their stacks.
public final class RetryBudget: Sendable {
  /// The tokens that each call adds: in the long run, the share of further attempts.
  public let ratio: Double
  /// The tokens that the bucket contains at first, and at most.
  public let reserve: Double
  private let tokens: Locked<Double>
  /// The last refresh of a token whose failure was paid for.
  private let paid = Locked<RequestID?>(nil)

  /// Creates a full budget.
  ///
  /// - Parameters:
  ///   - ratio: The tokens that each call adds. 0.2 by default: a server that is down receives a fifth more requests, not
  ///     three times as many.
  ///   - reserve: The tokens that the bucket contains at first, and at most. 10 by default: enough for all attempts of a
  ///     client with few calls, such as an app that has just started. With less than 1, the bucket still fills up to one
  ///     token.
  public init(ratio: Double = 0.2, reserve: Double = 10) {
    self.ratio = max(0, ratio)
    self.reserve = max(0, reserve)
    tokens = Locked(self.reserve)
  }

  /// The number of tokens that are left.
  public var balance: Double { tokens.withLock { $0 } }

  /// Counts a call: adds ``ratio`` tokens.
  func deposit() {
    // With no reserve the bucket must still have room for the one token that an attempt costs.
    tokens.withLock { $0 = min($0 + ratio, max(reserve, 1)) }
  }

  /// Takes a token for a further attempt. Returns false if less than one token is left.
  ///
  /// - Parameter refresh: The refresh whose failure all calls that waited for it share. It is paid for once.
  func withdraw(for refresh: RequestID? = nil) -> Bool {
    guard let refresh else { return take() }
    return paid.withLock { paid in
      guard paid != refresh else { return true }
      guard take() else { return false }
      paid = refresh
      return true
    }
  }

  private func take() -> Bool {
    tokens.withLock { tokens in
      guard tokens >= 1 else { return false }
      tokens -= 1
      return true
    }
  }
}

/// A key by which a server recognizes a repeated request, so that a POST that is sent twice is performed once (the header
/// field `Idempotency-Key`, draft-ietf-httpapi-idempotency-key-header).
///
/// ```swift
/// struct Pay: Request {
///   typealias ReturnType = Receipt
///   let path = "/payments"
///   let method = HTTPMethod.post
///   let body: Payment
///   let options = RequestOptions().with(\.idempotencyKey, .automatic)
/// }
/// ```
/// It only helps with a server that keeps track of such keys. A request with a key may be retried, whatever its method.
public struct IdempotencyKey: Hashable, Sendable {
  private let text: String?

  /// Creates a key from your own text, which is sent unchanged.
  ///
  /// The draft puts the key in quotes; most servers do not expect them. Store the key with what it is for, so that the
  /// same payment has the same key even after a restart of the app.
  public init(_ text: String) {
    self.text = text
  }

  private init() {
    text = nil
  }

  /// A random key that is the same for all attempts of a call: the call's ``RequestID``.
  public static let automatic = IdempotencyKey()

  func value(for request: TransportRequest) -> String {
    text ?? request.id.description
  }
}

extension IdempotencyKey: ExpressibleByStringInterpolation {
  /// Creates a key from your own text, which is sent unchanged.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension TransportRequest {
  /// Returns the request with the ``RequestOptions/userAgent``, unless it has a field of its own. Before the stack, so that a cache
  /// knows what is sent.
  consuming func carryingUserAgent() -> TransportRequest {
    guard !options.isEmpty, let name = options.userAgent, !headers.contains(.userAgent) else { return self }
    headers.append(HTTPHeader(.userAgent, name))
    return self
  }

  /// Returns the request with the header field of ``RequestOptions/idempotencyKey``, unless it already has one.
  consuming func carryingIdempotencyKey() -> TransportRequest {
    guard let key = options.idempotencyKey, !headers.contains(.idempotencyKey) else { return self }
    headers.append(HTTPHeader(.idempotencyKey, key.value(for: self)))
    return self
  }
}
