extension RequestOptions {
  /// When this request is tried again, in place of what the stack says; `.never` for no second attempt. nil, the
  /// stack's own policy, by default. Without ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)`` in the
  /// stack, it has no effect.
  public var retry: (any RetryPolicy)? {
    get { self[RetryKey.self] }
    set { self[RetryKey.self] = newValue }
  }

  /// What is sent as `Idempotency-Key`. nil by default: nothing.
  public var idempotencyKey: IdempotencyKey? {
    get { self[IdempotencyKeyKey.self] }
    set { self[IdempotencyKeyKey.self] = newValue }
  }
}

private enum RetryKey: RequestOptionKey { static let defaultValue: (any RetryPolicy)? = nil }
private enum IdempotencyKeyKey: RequestOptionKey { static let defaultValue: IdempotencyKey? = nil }
