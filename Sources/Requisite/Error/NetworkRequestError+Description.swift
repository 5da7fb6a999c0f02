extension NetworkRequestError: Equatable {
  /// Whether both are the same case and carry the same.
  public static func == (left: NetworkRequestError, right: NetworkRequestError) -> Bool {
    switch (left, right) {
    case (.invalidRequest(let left), .invalidRequest(let right)): left == right
    case (.decodingError(let left), .decodingError(let right)): left == right
    case (.urlSessionFailed(let left), .urlSessionFailed(let right)): left == right
    case (.refused(let left), .refused(let right)): left == right
    case (.authenticationFailed(let left), .authenticationFailed(let right)): left == right
    case (.cancelled(let left), .cancelled(let right)): left?.id == right?.id
    case (.deadlineExceeded(let left), .deadlineExceeded(let right)): left == right
    case (.bodyTooLarge(let left), .bodyTooLarge(let right)): left == right
    case (.unknownError(let left), .unknownError(let right)): left == right
    default: left.kind == right.kind && left.response == right.response
    }
  }
}

extension NetworkRequestError: LocalizedError, CustomStringConvertible {
  /// The failure in a sentence: the request, what became of it, and the start of what the server said.
  /// Credentials are left out.
  public var errorDescription: String? { description }

  /// The same as ``errorDescription``.
  public var description: String {
    switch self {
    case .invalidRequest(let problem): "the request could not be built: \(problem)"
    case .decodingError(let failure): "\(failure.response.request): \(failure)"
    case .urlSessionFailed(let failure): failure.description
    case .refused(let refusal): refusal.description
    case .authenticationFailed(let failure): failure.description
    case .cancelled(let request): "\(request.map { "\($0): " } ?? "")the call was cancelled"
    case .deadlineExceeded(let failure): failure.description
    case .bodyTooLarge(let failure): failure.description
    case .unknownError(let failure): failure.description
    case .badRequest(let response), .unauthorized(let response), .forbidden(let response),
      .notFound(let response), .error4xx(let response), .serverError(let response), .error5xx(let response),
      .unexpectedStatus(let response):
      Self.describe(response)
    }
  }

  private static func describe(_ response: NetworkResponse) -> String {
    let words = response.problem?.summary ?? (response.data.isEmpty ? nil : response.bodyPreview)
    return
      "\(response.request): the server answered \(HTTPStatus.words(response.status))\(words.map { " — \($0)" } ?? "")"
  }
}
