extension NetworkRequestError: LocalizedError, CustomStringConvertible {
  /// A sentence with the request, the outcome, and the start of the response's body, without credentials.
  public var errorDescription: String? { description }

  /// The text of ``errorDescription``.
  public var description: String { OneLine.text(words) }

  private var words: String {
    switch self {
    case .invalidRequest(let problem):
      "\(problem.subject.map { "\($0): " } ?? "")the request is not valid: \(problem)"
    case .decodingError(let failure): "\(prefix)\(failure)"
    case .urlSessionFailed(let failure): failure.description
    case .refused(let refusal): refusal.description
    case .authenticationFailed(let failure): failure.description
    case .cancelled: "\(prefix)the call was cancelled"
    case .deadlineExceeded(let deadline, _):
      "\(prefix)the call did not finish within its deadline of \(deadline)"
    case .bodyTooLarge(let limit, let request):
      "\(prefix)the body of the response is larger than \(limit) bytes: "
        + (request?.delivery == .streamed
          ? "raise the maximumStreamedSize of the transport"
          : "raise maximumBodySize, or receive a ByteStream or a DownloadedFile")
    case .unknownError(let failure): failure.description
    case .badRequest(let response), .unauthorized(let response), .forbidden(let response),
      .notFound(let response), .error4xx(let response), .serverError(let response), .error5xx(let response),
      .unexpectedStatus(let response):
      "\(prefix)\(response.statusWords)\(response.failureWords)"
    }
  }

  private var prefix: String { request.prefixInErrors }
}

extension NetworkResponse {
  /// Who answered with which status. A cache that may not ask the server answers with 504 itself (RFC 9111 §5.2.1.7).
  var statusWords: String {
    guard status == 504, cacheDecision?.reason == .onlyIfCached else {
      return "the server answered \(HTTPStatus.words(status))\(missingCredential.map { "; \($0)" } ?? "")"
    }
    return "no usable response is cached, and this call may not contact the server"
  }
}

extension NetworkResponse {
  /// Why a request that was answered with 401 had no credential; nil if it had one, or the stack has none.
  private var missingCredential: String? {
    guard status == 401,
      let note = request.record?.spans.last(where: { $0.layer == CallRecord.authentication }),
      note.event == CallRecord.otherOrigin
    else { return nil }
    return "no credential was sent to \(note.detail ?? "")"
  }
}

extension TransportRequest? {
  /// The request before what happened to it, with the number of its attempts if there were more than one; empty for nil.
  var prefixInErrors: String {
    guard let self else { return "" }
    let attempts = self.record?.attempts.count ?? 0
    return attempts > 1 ? "\(self), after \(attempts) attempts: " : "\(self): "
  }
}
