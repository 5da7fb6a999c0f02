/// The error of a failed call, with one case for each stage; a call throws no other error type.
///
/// ```swift
/// do {
///   show(try await client.dispatch(FindTodo(id: 7)))
/// } catch .notFound {
///   show(nil)
/// } catch .badRequest(let response) {
///   print(response.problem?.title ?? "refused")
/// } catch {
///   print(error)
/// }
/// ```
/// A later minor version may add cases: end with a plain `catch`, or compare by ``kind-swift.property``.
///
/// An error for a status contains the whole response: its status, header fields, body and request. An HTML page with
/// status 502 is an ``error5xx(_:)``, never a decoding error.
public indirect enum NetworkRequestError: Error, Sendable {
  /// The request could not be built, or its body could not be read; or a redirect needs a body that can be read only
  /// once. ``isBeforeSending`` says whether a part of the request was sent.
  case invalidRequest(InvalidRequest)

  /// The server answered 400.
  case badRequest(NetworkResponse)
  /// The server answered 401.
  case unauthorized(NetworkResponse)
  /// The server answered 403.
  case forbidden(NetworkResponse)
  /// The server answered 404.
  case notFound(NetworkResponse)
  /// The server answered with another 4xx status.
  case error4xx(NetworkResponse)
  /// The server answered 500.
  case serverError(NetworkResponse)
  /// The server answered with another 5xx status.
  case error5xx(NetworkResponse)
  /// The server answered with a status that is neither accepted nor an error: 1xx, a redirect that is not followed, a
  /// 2xx that is not accepted, or a number that HTTP does not define.
  case unexpectedStatus(NetworkResponse)

  /// A response with an accepted status cannot become the request's `ReturnType`; or code outside of a response, such
  /// as a decorator or a credential function of your own, threw a `DecodingError`.
  case decodingError(DecodingFailure)

  /// No response arrived, on any transport despite the historical name: the host was not found, the connection was
  /// refused or lost, TLS failed, or the connection was idle for too long.
  case urlSessionFailed(TransportFailure)

  /// A layer of the stack held the call, or another attempt of it, back: a queue is full, a circuit breaker is open, or
  /// a rate limit is reached.
  case refused(Refusal)

  /// No credential was available, because no user has logged in or the token could not be refreshed; the call was not
  /// sent, or the server answered it with 401 first.
  case authenticationFailed(AuthenticationFailure)

  /// The task was cancelled before the call returned its value; the request is nil if it was not built yet.
  case cancelled(TransportRequest?)
  /// The call exceeded its deadline, which includes queues, attempts, waits and redirects.
  case deadlineExceeded(_ deadline: Duration, request: TransportRequest? = nil)
  /// The decompressed body exceeds this limit (``RequestOptions/maximumBodySize``); the received bytes are discarded.
  case bodyTooLarge(_ limit: Int, request: TransportRequest? = nil)

  /// An error of another type, such as one of your own that a decorator threw.
  case unknownError(UnknownFailure)
}

extension NetworkRequestError {
  /// Creates the case for an error of any type, for places where Swift loses the type of an error: a `Task`, a closure, `async let`,
  /// and blocks that throw other errors too.
  ///
  /// ```swift
  /// let loading = Task { try await client.dispatch(FindTodos()) }
  /// if case .failure(let thrown) = await loading.result {
  ///   let error = NetworkRequestError(thrown)
  ///   if !error.isCancellation { show(error.userMessage) }
  /// }
  /// ```
  /// A `NetworkRequestError` stays as it is, and gets the request if it has none. A cancellation becomes ``cancelled(_:)``, a ``TransportFailure`` or
  /// `URLError` ``urlSessionFailed(_:)``, an ``AuthenticationFailure`` ``authenticationFailed(_:)``, a `DecodingError`
  /// ``decodingError(_:)``, and every other error ``unknownError(_:)``, each with the error as its cause.
  public init(_ error: any Error, request: TransportRequest? = nil) {
    if let failure = TransportFailure(thrown: error, request: request) {
      self = failure.code == .cancelled ? .cancelled(request) : .urlSessionFailed(failure)
      return
    }
    if var error = error as? NetworkRequestError {
      if error.request == nil { error.request = request }
      self = error
      return
    }
    self =
      switch error {
      case is CancellationError: .cancelled(request)
      case let error as AuthenticationFailure:
        .authenticationFailed(copy(error) { $0.request = $0.request ?? request })
      case let error as DecodingError: .decodingError(DecodingFailure(error, request: request))
      default: .unknownError(UnknownFailure(error, request: request))
      }
  }
}

extension NetworkRequestError {
  /// The cases without their associated values, for comparing and counting.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// The request could not be built: ``NetworkRequestError/invalidRequest(_:)``.
    case invalidRequest
    /// The server answered 400: ``NetworkRequestError/badRequest(_:)``.
    case badRequest
    /// The server answered 401: ``NetworkRequestError/unauthorized(_:)``.
    case unauthorized
    /// The server answered 403: ``NetworkRequestError/forbidden(_:)``.
    case forbidden
    /// The server answered 404: ``NetworkRequestError/notFound(_:)``.
    case notFound
    /// The server answered with another status from 400 to 499: ``NetworkRequestError/error4xx(_:)``.
    case error4xx
    /// The server answered 500: ``NetworkRequestError/serverError(_:)``.
    case serverError
    /// The server answered with another status from 500 to 599: ``NetworkRequestError/error5xx(_:)``.
    case error5xx
    /// The server answered with a status that is neither accepted nor an error:
    /// ``NetworkRequestError/unexpectedStatus(_:)``.
    case unexpectedStatus
    /// The response could not become the return type: ``NetworkRequestError/decodingError(_:)``.
    case decodingError
    /// No response arrived: ``NetworkRequestError/urlSessionFailed(_:)``, with any transport.
    case urlSessionFailed
    /// A layer of the stack held the call back: ``NetworkRequestError/refused(_:)``.
    case refused
    /// No credential was available: ``NetworkRequestError/authenticationFailed(_:)``.
    case authenticationFailed
    /// The task was cancelled: ``NetworkRequestError/cancelled(_:)``.
    case cancelled
    /// The deadline passed: ``NetworkRequestError/deadlineExceeded(_:request:)``.
    case deadlineExceeded
    /// The body exceeds the limit: ``NetworkRequestError/bodyTooLarge(_:request:)``.
    case bodyTooLarge
    /// An error of another type: ``NetworkRequestError/unknownError(_:)``.
    case unknownError
  }

  /// The case, without its associated value.
  public var kind: Kind {
    switch self {
    case .invalidRequest: .invalidRequest
    case .badRequest: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .error4xx: .error4xx
    case .serverError: .serverError
    case .error5xx: .error5xx
    case .unexpectedStatus: .unexpectedStatus
    case .decodingError: .decodingError
    case .urlSessionFailed: .urlSessionFailed
    case .refused: .refused
    case .authenticationFailed: .authenticationFailed
    case .cancelled: .cancelled
    case .deadlineExceeded: .deadlineExceeded
    case .bodyTooLarge: .bodyTooLarge
    case .unknownError: .unknownError
    }
  }
}

extension NetworkRequestError: Equatable {
  /// True if both are the same case with equal associated values.
  public static func == (left: NetworkRequestError, right: NetworkRequestError) -> Bool {
    switch (left, right) {
    case (.invalidRequest(let left), .invalidRequest(let right)): left == right
    case (.decodingError(let left), .decodingError(let right)): left == right
    case (.urlSessionFailed(let left), .urlSessionFailed(let right)): left == right
    case (.refused(let left), .refused(let right)): left == right
    case (.authenticationFailed(let left), .authenticationFailed(let right)): left == right
    case (.deadlineExceeded(let one, _), .deadlineExceeded(let other, _)) where one != other: false
    case (.bodyTooLarge(let one, _), .bodyTooLarge(let other, _)) where one != other: false
    case (.cancelled, .cancelled), (.deadlineExceeded, .deadlineExceeded), (.bodyTooLarge, .bodyTooLarge):
      left.request?.id == right.request?.id
    case (.unknownError(let left), .unknownError(let right)): left == right
    case (.badRequest, _), (.unauthorized, _), (.forbidden, _), (.notFound, _), (.error4xx, _),
      (.serverError, _), (.error5xx, _), (.unexpectedStatus, _):
      left.kind == right.kind && left.response == right.response
    case (.invalidRequest, _), (.decodingError, _), (.urlSessionFailed, _), (.refused, _),
      (.authenticationFailed, _), (.cancelled, _), (.deadlineExceeded, _), (.bodyTooLarge, _),
      (.unknownError, _):
      false
    }
  }
}

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
    case .invalidRequest, .urlSessionFailed, .refused, .authenticationFailed, .cancelled, .deadlineExceeded,
      .bodyTooLarge, .unknownError:
      nil
    }
  }

  /// The status of the response; nil if the error has no ``response``.
  public var status: Int? { response?.status }

  /// The status, by its name in `HTTPURLResponse`.
  @available(*, deprecated, renamed: "status")
  public var statusCode: Int? { status }

  /// The request that failed; nil if it could not be built.
  public internal(set) var request: TransportRequest? {
    get { call.request }
    set { if let newValue { call.request = newValue } }
  }

  /// The call that failed; `.sent` for a kind that is never before sending. A response keeps its request if the call has none.
  var call: FailedCall {
    get {
      switch self {
      case .invalidRequest(let problem): problem.call
      case .urlSessionFailed(let failure): failure.call
      case .refused(let refusal): refusal.call
      case .decodingError(let failure): FailedCall(request: failure.request, phase: .sent)
      case .authenticationFailed(let failure): FailedCall(request: failure.request, phase: .sent)
      case .unknownError(let failure): FailedCall(request: failure.request, phase: .sent)
      case .cancelled(let request), .deadlineExceeded(_, let request), .bodyTooLarge(_, let request):
        FailedCall(request: request, phase: .sent)
      case .badRequest(let response), .unauthorized(let response), .forbidden(let response),
        .notFound(let response), .error4xx(let response), .serverError(let response), .error5xx(let response),
        .unexpectedStatus(let response):
        FailedCall(request: response.request, phase: .sent)
      }
    }
    set {
      let request = newValue.request
      switch self {
      case .invalidRequest(let problem): self = .invalidRequest(copy(problem) { $0.call = newValue })
      case .urlSessionFailed(let failure): self = .urlSessionFailed(copy(failure) { $0.call = newValue })
      case .refused(let refusal): self = .refused(copy(refusal) { $0.call = newValue })
      case .decodingError(let failure):
        let response = failure.response?.answering(request)
        self = .decodingError(copy(failure) { ($0.request, $0.response) = (request, response) })
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
    case .badRequest, .unauthorized, .forbidden, .notFound, .error4xx, .serverError, .error5xx,
      .unexpectedStatus, .refused, .cancelled, .deadlineExceeded, .bodyTooLarge:
      nil
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
