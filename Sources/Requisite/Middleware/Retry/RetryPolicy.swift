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
    case .success(let response): NetworkRequestError.retryableStatuses.contains(response.status)
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
