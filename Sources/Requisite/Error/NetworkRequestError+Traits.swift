extension NetworkRequestError {
  /// Whether the same request may well succeed a little later: the network failed on the way, the deadline
  /// passed, a layer of the stack held the call back, or the server said so by 408, 425, 429, 500, 502, 503 or 504.
  ///
  /// Whether the request may be sent twice depends on its method (``HTTPMethod/isIdempotent``), not on this.
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

  /// True if no part of the request can have reached a server.
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

extension NetworkRequestError {
  /// This failure with the request as a layer received it, in place of the request that the layer sent on.
  ///
  /// Fields that a layer added for the server alone, such as credentials, are then in no error that leaves the layer. The
  /// failure of another request, such as one that a redirect led to, stays as it is.
  func told(of request: TransportRequest, insteadOf sent: TransportRequest) -> NetworkRequestError {
    guard let failed = self.request, failed.id == sent.id, failed.url == sent.url else { return self }
    return replacing(failed, with: request)
  }

  /// This failure as one of the call of `request`, if another call led to it.
  ///
  /// The URL of the failed request stays, such as one that a redirect led to; id, deadline and record become those of the
  /// call.
  func inCall(of request: TransportRequest) -> NetworkRequestError {
    guard let failed = self.request, failed.id != request.id else { return self }
    return replacing(failed, with: failed.inCall(of: request))
  }

  private func replacing(_ sent: TransportRequest, with request: TransportRequest) -> NetworkRequestError {
    switch self {
    case .invalidRequest, .unknownError: self
    case .decodingError(let failure): .decodingError(failure.telling(of: request, insteadOf: sent))
    case .badRequest(let response): .badRequest(response.answering(request, insteadOf: sent))
    case .unauthorized(let response): .unauthorized(response.answering(request, insteadOf: sent))
    case .forbidden(let response): .forbidden(response.answering(request, insteadOf: sent))
    case .notFound(let response): .notFound(response.answering(request, insteadOf: sent))
    case .error4xx(let response): .error4xx(response.answering(request, insteadOf: sent))
    case .serverError(let response): .serverError(response.answering(request, insteadOf: sent))
    case .error5xx(let response): .error5xx(response.answering(request, insteadOf: sent))
    case .unexpectedStatus(let response): .unexpectedStatus(response.answering(request, insteadOf: sent))
    case .urlSessionFailed(let failure): .urlSessionFailed(failure.sending(request))
    case .refused(let refusal):
      .refused(Refusal(refusal.reason, retryAfter: refusal.retryAfter, request: request))
    case .authenticationFailed(let failure):
      .authenticationFailed(AuthenticationFailure(failure.reason, request: request))
    case .cancelled: .cancelled(request)
    case .deadlineExceeded(let failure):
      .deadlineExceeded(DeadlineFailure(deadline: failure.deadline, request: request))
    case .bodyTooLarge(let failure): .bodyTooLarge(BodyTooLarge(limit: failure.limit, request: request))
    }
  }
}
