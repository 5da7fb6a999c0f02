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
  /// Creates the case for an error of any type.
  ///
  /// A `NetworkRequestError` stays as it is, and gets the request if it has none. A cancellation becomes ``cancelled(_:)``, a ``TransportFailure`` or
  /// `URLError` ``urlSessionFailed(_:)``, a `DecodingError` ``decodingError(_:)``, and every other error
  /// ``unknownError(_:)``, each with the error as its cause.
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
    default: left.kind == right.kind && left.response == right.response
    }
  }
}
