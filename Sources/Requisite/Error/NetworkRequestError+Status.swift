extension NetworkRequestError {
  /// Creates the error for the status of a response.
  ///
  /// 400, 401, 403, 404 and 500 have their own cases, the other 4xx and 5xx share one each, and any other status is
  /// ``unexpectedStatus(_:)``.
  public init(status response: NetworkResponse) {
    self =
      switch response.status {
      case 400: .badRequest(response)
      case 401: .unauthorized(response)
      case 403: .forbidden(response)
      case 404: .notFound(response)
      case 402...499: .error4xx(response)
      case 500: .serverError(response)
      case 501...599: .error5xx(response)
      default: .unexpectedStatus(response)
      }
  }

  /// The response; nil if no response arrived, or the error does not keep it.
  public var response: NetworkResponse? {
    switch self {
    case .badRequest(let response), .unauthorized(let response), .forbidden(let response),
      .notFound(let response), .error4xx(let response), .serverError(let response), .error5xx(let response),
      .unexpectedStatus(let response):
      response
    case .decodingError(let failure): failure.response
    default: nil
    }
  }

  /// The status of the response; nil if the error has no ``response``.
  public var status: Int? { response?.status }

  /// The request that failed; nil if it could not be built.
  public internal(set) var request: TransportRequest? {
    get {
      switch self {
      case .invalidRequest(let problem): problem.request
      case .decodingError(let failure): failure.request
      case .urlSessionFailed(let failure): failure.request
      case .refused(let refusal): refusal.request
      case .authenticationFailed(let failure): failure.request
      case .unknownError(let failure): failure.request
      case .cancelled(let request), .deadlineExceeded(_, let request), .bodyTooLarge(_, let request): request
      default: response?.request
      }
    }
    set {
      guard let request = newValue else { return }
      switch self {
      case .invalidRequest(let problem): self = .invalidRequest(copy(problem) { $0.request = request })
      case .decodingError(let failure):
        let response = failure.response?.answering(request)
        self = .decodingError(copy(failure) { ($0.request, $0.response) = (request, response) })
      case .urlSessionFailed(let failure): self = .urlSessionFailed(copy(failure) { $0.request = request })
      case .refused(let refusal): self = .refused(copy(refusal) { $0.request = request })
      case .authenticationFailed(let failure):
        self = .authenticationFailed(copy(failure) { $0.request = request })
      case .unknownError(let failure):
        self = .unknownError(UnknownFailure(failure.underlyingError, request: request))
      case .badRequest(let response): self = .badRequest(response.answering(request))
      case .unauthorized(let response): self = .unauthorized(response.answering(request))
      case .forbidden(let response): self = .forbidden(response.answering(request))
      case .notFound(let response): self = .notFound(response.answering(request))
      case .error4xx(let response): self = .error4xx(response.answering(request))
      case .serverError(let response): self = .serverError(response.answering(request))
      case .error5xx(let response): self = .error5xx(response.answering(request))
      case .unexpectedStatus(let response): self = .unexpectedStatus(response.answering(request))
      case .cancelled: self = .cancelled(request)
      case .deadlineExceeded(let deadline, _): self = .deadlineExceeded(deadline, request: request)
      case .bodyTooLarge(let limit, _): self = .bodyTooLarge(limit, request: request)
      }
    }
  }

  /// The error that caused this one: a `DecodingError`, an `EncodingError`, the error that a transport received
  /// (``TransportFailure/underlyingError``), an ``OAuthError``, or one of your own; nil without another error as the cause.
  public var underlyingError: (any Error)? {
    switch self {
    case .invalidRequest(let problem): problem.underlyingError
    case .decodingError(let failure): failure.underlyingError
    case .urlSessionFailed(let failure): failure.underlyingError
    case .authenticationFailed(let failure): failure.underlyingError
    case .unknownError(let failure): failure.underlyingError
    default: nil
    }
  }
}

extension NetworkRequestError {
  /// Decodes the server's description of the failure from the body of its response.
  ///
  /// ```swift
  /// do {
  ///   _ = try await client.dispatch(AddTodo(body: todo))
  /// } catch where error.status == 422 {
  ///   let invalid = try error.decoded(as: ValidationErrors.self)
  ///   print(invalid?.fields ?? [:])
  /// }
  /// ```
  /// - Parameter decoder: The decoder of the body; by default the decoder of the call, which is the
  ///   request's or its client's.
  /// - Returns: The value; nil if there is no response, such as after a lost connection.
  /// - Throws: ``decodingError(_:)`` if the body cannot be decoded as the type.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil
  ) throws(NetworkRequestError) -> Value? {
    guard let response else { return nil }
    return try response.decoded(as: type, using: decoder)
  }

  /// The response's problem details (RFC 9457); nil if its type is not `application/problem+json`.
  public var problem: ProblemDetails? { response?.problem }
}

extension NetworkRequestError {
  /// Unavailable: a 422 has no case of its own.
  @available(*, unavailable, message: "a 422 is an error4xx: catch where error.status == 422")
  public static var unprocessable: NetworkRequestError { .cancelled(nil) }
}

/// Returns a copy of a value with a change.
func copy<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
