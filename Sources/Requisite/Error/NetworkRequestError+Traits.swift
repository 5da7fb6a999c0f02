extension NetworkRequestError {
  /// True if the same request may succeed a little later: the network or a token endpoint failed temporarily, the deadline
  /// passed, a layer of the stack held the call back, or the server answered 408, 425, 429, 500, 502, 503 or 504.
  ///
  /// This does not mean that the request may be sent twice, which depends on its method (``HTTPMethod/isIdempotent``).
  public var isRetryable: Bool {
    switch self {
    case .urlSessionFailed(let failure): failure.isTransient
    case .deadlineExceeded, .refused: true
    case .authenticationFailed(let failure): failure.isRetryable
    default: response.map { Self.retryableStatuses.contains($0.status) } ?? false
    }
  }

  static let retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// True if the caller cancelled the call, which is no failure to show or log.
  public var isCancellation: Bool { kind == .cancelled }

  /// True if the user has to log in: no token is stored, the authorization server refused to renew it, or the server
  /// answered 401.
  public var needsLogin: Bool {
    switch self {
    case .unauthorized: true
    case .authenticationFailed(let failure): failure.reason.needsLogin
    default: false
    }
  }

  /// True if a time limit ended the call: the deadline, or the idle timeout of the connection.
  public var isTimeout: Bool {
    switch self {
    case .deadlineExceeded: true
    case .urlSessionFailed(let failure): failure.code == .timedOut
    default: false
    }
  }

  /// True if no server has processed any part of the call: the request could not be built, a layer held it back, no
  /// connection was established, the connection was lost before a byte was written, or the server refused the HTTP/2 stream,
  /// by REFUSED_STREAM or GOAWAY (RFC 9113 §8.7). The request may then be sent again, whatever its method.
  ///
  /// False if that is not certain, or if an earlier part of the same call was sent: another attempt, a request whose
  /// redirect could not be followed, or the start of a body that then could not be read.
  public var isBeforeSending: Bool {
    switch self {
    case .invalidRequest(let problem): !problem.isAfterSending
    case .refused(let refusal): !refusal.isAfterSending
    case .urlSessionFailed(let failure): failure.isBeforeSending
    default: false
    }
  }

  /// Returns this error as the failure of a call of which a part was sent, so that ``isBeforeSending`` is false.
  ///
  /// For a decorator that sends a request more than once: each layer and transport of the library marks its errors.
  ///
  /// ```swift
  /// do throws(NetworkRequestError) {
  ///   _ = try await upstream.send(request)
  /// } catch {
  ///   throw error.afterSending()
  /// }
  /// ```
  public func afterSending() -> NetworkRequestError { afterSending(true) }

  /// Returns this error as the failure of a request that the server may have processed, if `wasSent` is true, and has surely
  /// not processed if `wasSent` is false.
  func sent(_ wasSent: Bool) -> NetworkRequestError {
    guard !wasSent, case .urlSessionFailed(var failure) = self else { return afterSending(wasSent) }
    failure.isUnprocessed = true
    return .urlSessionFailed(failure)
  }

  /// Returns this error as the failure of a call of which a part was sent, if `wasSent` is true.
  func afterSending(_ wasSent: Bool) -> NetworkRequestError {
    guard wasSent else { return self }
    switch self {
    case .invalidRequest(var problem):
      problem.isAfterSending = true
      return .invalidRequest(problem)
    case .refused(var refusal):
      refusal.isAfterSending = true
      return .refused(refusal)
    case .urlSessionFailed(var failure):
      failure.isAfterSending = true
      return .urlSessionFailed(failure)
    default: return self
    }
  }
}

extension TransportFailure {
  /// True if the failure occurred before a connection was established, or the server is known not to have processed the
  /// request, and nothing was sent before it.
  fileprivate var isBeforeSending: Bool {
    guard !isAfterSending, !isUnprocessed else { return !isAfterSending }
    return switch code {
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .unsupportedURL,
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      true
    default: false
    }
  }

  /// True if the cause is likely to be temporary.
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
  /// Returns this failure with the request that a layer received in place of the request that the layer sent.
  ///
  /// No error that leaves the layer then contains fields that the layer added only for the server, such as credentials.
  /// The failure of another request, such as one after a redirect, is returned unchanged.
  func reported(for request: TransportRequest, sentAs sent: TransportRequest) -> NetworkRequestError {
    guard let failed = self.request, failed.id == sent.id, failed.url == sent.url else { return self }
    return replacing(failed, with: request)
  }

  /// Returns this failure as that of `request`, if it names none: such as that of a file that changed while it was sent.
  func withRequest(_ request: TransportRequest) -> NetworkRequestError {
    self.request == nil ? replacing(request, with: request) : self
  }

  /// Returns this failure as one of the call of `request`, if it belongs to another call.
  ///
  /// The URL of the failed request is kept, such as one after a redirect. Its id, deadline and record
  /// become those of the call.
  func inCall(of request: TransportRequest) -> NetworkRequestError {
    guard let failed = self.request, failed.id != request.id else { return self }
    return replacing(failed, with: failed.inCall(of: request))
  }

  private func replacing(_ sent: TransportRequest, with request: TransportRequest) -> NetworkRequestError {
    switch self {
    case .invalidRequest: self
    case .unknownError(let failure): .unknownError(UnknownFailure(failure.underlyingError, request: request))
    case .decodingError(let failure): .decodingError(failure.reported(for: request, sentAs: sent))
    case .badRequest(let response): .badRequest(response.reported(for: request, sentAs: sent))
    case .unauthorized(let response): .unauthorized(response.reported(for: request, sentAs: sent))
    case .forbidden(let response): .forbidden(response.reported(for: request, sentAs: sent))
    case .notFound(let response): .notFound(response.reported(for: request, sentAs: sent))
    case .error4xx(let response): .error4xx(response.reported(for: request, sentAs: sent))
    case .serverError(let response): .serverError(response.reported(for: request, sentAs: sent))
    case .error5xx(let response): .error5xx(response.reported(for: request, sentAs: sent))
    case .unexpectedStatus(let response): .unexpectedStatus(response.reported(for: request, sentAs: sent))
    case .urlSessionFailed(let failure): .urlSessionFailed(failure.sending(request))
    case .refused(let refusal):
      .refused(Refusal(refusal.reason, retryAfter: refusal.retryAfter, request: request))
        .afterSending(refusal.isAfterSending)
    case .authenticationFailed(let failure): .authenticationFailed(failure.reported(for: request))
    case .cancelled: .cancelled(request)
    case .deadlineExceeded(let deadline, _): .deadlineExceeded(deadline, request: request)
    case .bodyTooLarge(let limit, _): .bodyTooLarge(limit, request: request)
    }
  }
}

extension NetworkRequestError {
  /// True if the error is of that kind, as in `error == .notFound`.
  public static func == (error: NetworkRequestError, kind: Kind) -> Bool { error.kind == kind }

  /// True if the error is of another kind, as in `error != .cancelled`.
  public static func != (error: NetworkRequestError, kind: Kind) -> Bool { error.kind != kind }
}

/// True if the error is a ``NetworkRequestError`` of that kind, so that `catch .notFound` compiles in a `do` block that
/// throws other errors too.
public func ~= (kind: NetworkRequestError.Kind, error: any Error) -> Bool {
  (error as? NetworkRequestError)?.kind == kind
}
