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

  /// The status of the response, also where it comes as an error (``NetworkRequestError/status``); nil where none came.
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
