extension NetworkRequestError {
  /// The same failure, told of the request as a layer got it, in place of the one that it sent on.
  ///
  /// What a layer added for the server alone, credentials above all, is then in no error that leaves it. A failure of
  /// another request, as one that a redirect led to, stays as it is.
  func told(of request: TransportRequest, insteadOf sent: TransportRequest) -> NetworkRequestError {
    guard let failed = self.request, failed.id == sent.id, failed.url == sent.url else { return self }
    return replacing(failed, with: request)
  }

  /// The same failure as one of the call of `request`, where another call led to it.
  ///
  /// The request that failed stays what it was, as one that a redirect led to; id, deadline and record are those of the
  /// call.
  func inCall(of request: TransportRequest) -> NetworkRequestError {
    guard let failed = self.request, failed.id != request.id else { return self }
    return replacing(failed, with: failed.inCall(of: request))
  }

  private func replacing(_ sent: TransportRequest, with request: TransportRequest) -> NetworkRequestError {
    switch self {
    case .invalidRequest, .unknownError: self
    case .decodingError(let failure):
      .decodingError(failure.telling(of: failure.response.answering(request, insteadOf: sent)))
    case .badRequest(let response): .badRequest(response.answering(request, insteadOf: sent))
    case .unauthorized(let response): .unauthorized(response.answering(request, insteadOf: sent))
    case .forbidden(let response): .forbidden(response.answering(request, insteadOf: sent))
    case .notFound(let response): .notFound(response.answering(request, insteadOf: sent))
    case .error4xx(let response): .error4xx(response.answering(request, insteadOf: sent))
    case .serverError(let response): .serverError(response.answering(request, insteadOf: sent))
    case .error5xx(let response): .error5xx(response.answering(request, insteadOf: sent))
    case .unexpectedStatus(let response): .unexpectedStatus(response.answering(request, insteadOf: sent))
    case .urlSessionFailed(let failure):
      .urlSessionFailed(TransportFailure(failure.urlError.withoutURL, request: request))
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

extension URLError {
  /// The error without the URL that Foundation keeps in it: the request has it.
  fileprivate var withoutURL: URLError {
    // The two keys are NSErrorFailingURLKey and NSErrorFailingURLStringKey, whose constant is deprecated.
    let info = userInfo.filter { !$0.key.hasPrefix("NSErrorFailingURL") }
    return URLError(code, userInfo: info)
  }
}
