extension NetworkRequestError {
  /// Whether the same request may well succeed a little later: the network failed on the way, the deadline
  /// passed, a layer of the stack held the call back, or the server said so by 408, 425, 429, 500, 502, 503 or 504.
  ///
  /// It says nothing of whether sending twice is allowed: that is for the method (``HTTPMethod/isIdempotent``).
  public var isRetryable: Bool {
    switch self {
    case .urlSessionFailed(let failure): failure.isTransient
    case .deadlineExceeded, .refused: true
    case .authenticationFailed(let failure): failure.isRetryable
    default: response.map { Self.retryableStatuses.contains($0.status) } ?? false
    }
  }

  static let retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// Whether the caller gave up: not a failure to show or to log as one.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether a time limit ended the call: the deadline, or the idle timeout of the connection.
  public var isTimeout: Bool {
    switch self {
    case .deadlineExceeded: true
    case .urlSessionFailed(let failure): failure.code == .timedOut
    default: false
    }
  }

  /// Whether nothing can have reached a server.
  public var isBeforeSending: Bool {
    switch self {
    case .invalidRequest, .refused: true
    case .urlSessionFailed(let failure): failure.isBeforeSending
    default: false
    }
  }
}

extension TransportFailure {
  /// Whether it failed before a connection stood.
  var isBeforeSending: Bool {
    switch code {
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .unsupportedURL,
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate:
      true
    default: false
    }
  }

  /// Whether the cause is one that passes.
  var isTransient: Bool {
    switch code {
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet:
      true
    default: false
    }
  }
}
