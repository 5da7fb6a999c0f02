/// Decides whether a call is worth another attempt, and after how long.
///
/// The library has ``constant(_:attempts:)``, ``immediate(attempts:)``, ``exponential(from:cap:attempts:random:)`` and
/// ``never``. One of your own is a type that conforms:
///
/// ```swift
/// struct UntilReady: RetryPolicy {                       // polls a job that answers 409 until it is done
///   func delay(after failure: FailedAttempt) -> Duration? {
///     failure.status == 409 && failure.number < 30 ? .seconds(2) : nil
///   }
/// }
/// let client = APIClient(baseURL: url, transport: DefaultTransport.shared.retried(UntilReady()))
/// ```
/// A policy is asked only where a further attempt is allowed at all, and what it says is bounded: see
/// ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)``.
public protocol RetryPolicy: Sendable {
  /// The wait before the next attempt; zero for none, nil to give up.
  ///
  /// Where the server asked for a longer wait by `Retry-After`, that one counts. Called once after each failed attempt.
  func delay(after failure: FailedAttempt) -> Duration?
}

/// Makes up to a fixed number of attempts, at once or with the same wait before each.
public struct ConstantRetry: RetryPolicy, Hashable {
  /// How many attempts are made at most, the first included.
  public let attempts: Int
  /// The wait between two of them.
  public let delay: Duration

  /// Waits the same each time after a failure that passes; gives up at once after any other.
  public func delay(after failure: FailedAttempt) -> Duration? {
    failure.isTransient && failure.number < attempts ? delay : nil
  }
}

/// Makes no second attempt.
public struct NoRetry: RetryPolicy, Hashable {
  /// Always nil: the first failure stands.
  public func delay(after failure: FailedAttempt) -> Duration? { nil }
}

extension RetryPolicy where Self == ConstantRetry {
  /// Waits the same before each attempt, after failures that pass (``FailedAttempt/isTransient``).
  ///
  /// - Parameters:
  ///   - delay: The wait. 3 seconds by default: long enough for a connection to come back or a server to restart a
  ///     worker, short enough for someone who looks at a spinner.
  ///   - attempts: How many times the request is sent at most, the first included. 3 by default: what does not work
  ///     three times is rarely a hiccup, and each further one only adds to the load.
  public static func constant(_ delay: Duration = .seconds(3), attempts: Int = 3) -> ConstantRetry {
    ConstantRetry(attempts: attempts, delay: delay)
  }

  /// Tries again at once: for a failure of one connection, or if several servers share one name. 3 attempts by
  /// default, as with ``constant(_:attempts:)``.
  public static func immediate(attempts: Int = 3) -> ConstantRetry {
    ConstantRetry(attempts: attempts, delay: .zero)
  }
}

extension RetryPolicy where Self == NoRetry {
  /// Makes no second attempt: for one request of a client that retries, by ``RequestOptions/retry``.
  public static var never: NoRetry { NoRetry() }
}

/// An attempt that did not succeed, as a ``RetryPolicy`` sees it.
public struct FailedAttempt: Sendable {
  /// The number of the attempt, from 1.
  public let number: Int
  /// The request that was sent.
  public let request: TransportRequest
  /// The outcome: a response with a status that the request does not accept, or an error.
  public let outcome: Result<TransportResponse, NetworkRequestError>
  /// How long the server (by `Retry-After`), or the layer that refused the call, asks to be left alone.
  public let retryAfter: Duration?
  /// The time since the first attempt began.
  public let elapsed: Duration

  /// The status of the response, also where it comes as an error (``NetworkRequestError/status``); nil without a response.
  public var status: Int? {
    switch outcome {
    case .success(let response): response.status
    case .failure(let error): error.status
    }
  }

  /// The error; nil where a response came.
  public var error: NetworkRequestError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }

  /// Whether the failure is one that passes: a connection that was not made or was lost, an idle timeout, a time limit
  /// of one attempt, a refusal by a layer of the stack, or one of the statuses 408, 425, 429, 500, 502, 503 and 504.
  public var isTransient: Bool {
    switch outcome {
    case .success(let response): NetworkRequestError.retryableStatuses.contains(response.status)
    case .failure(let error): error.isRetryable
    }
  }
}

extension RequestOptions {
  /// When this request is tried again, in place of what the stack says; `.never` for no second attempt. nil, the
  /// stack's own policy, by default. Without ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)`` in the
  /// stack, it has no effect.
  public var retry: (any RetryPolicy)? {
    get { self[RetryKey.self] }
    set { self[RetryKey.self] = newValue }
  }

  /// The value of `Idempotency-Key`; nil, no such field, by default.
  public var idempotencyKey: IdempotencyKey? {
    get { self[IdempotencyKeyKey.self] }
    set { self[IdempotencyKeyKey.self] = newValue }
  }
}

private enum RetryKey: RequestOptionKey { static let defaultValue: (any RetryPolicy)? = nil }
private enum IdempotencyKeyKey: RequestOptionKey { static let defaultValue: IdempotencyKey? = nil }
