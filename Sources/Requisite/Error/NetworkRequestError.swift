/// Why a call failed: one case a stage, each with its cause. The only error that the library throws.
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
/// Cases may be added in a later minor version: end with a plain `catch`, or compare by ``kind-swift.property``.
///
/// A response with a status that is not accepted keeps all of the response: its status, headers, body and the request
/// that it answers. An HTML page with a 502 is an ``error5xx(_:)``, never a decoding error.
public indirect enum NetworkRequestError: Error, Sendable {
  /// The request could not be built of what it declares. Nothing was sent.
  case invalidRequest(InvalidRequest)

  /// The server answered 400.
  case badRequest(NetworkResponse)
  /// The server answered 401.
  case unauthorized(NetworkResponse)
  /// The server answered 403.
  case forbidden(NetworkResponse)
  /// The server answered 404.
  case notFound(NetworkResponse)
  /// The server answered another 4xx.
  case error4xx(NetworkResponse)
  /// The server answered 500.
  case serverError(NetworkResponse)
  /// The server answered another 5xx.
  case error5xx(NetworkResponse)
  /// The server answered with a status that is neither accepted nor an error: 1xx, a redirect that was not to be
  /// followed, a 2xx outside of the accepted ones, or a number that HTTP does not know.
  case unexpectedStatus(NetworkResponse)

  /// The response came, with an accepted status, and is not what the request's `ReturnType` is made of; or something
  /// outside of a response, as a decorator or credential function of your own, threw a `DecodingError`.
  case decodingError(DecodingFailure)

  /// No response came: name not found, connection refused or lost, TLS, idle timeout. (The name is historical: the
  /// case is the same for every transport.)
  case urlSessionFailed(TransportFailure)

  /// A layer of the stack held the call back: its queue is full, a breaker is open, a rate limit leaves no room.
  /// Nothing was sent.
  case refused(Refusal)

  /// No credential was available for the call: no user has logged in, or the token could not be refreshed. The call itself
  /// was not sent, or it was answered with a 401 first.
  case authenticationFailed(AuthenticationFailure)

  /// The task was cancelled before the value was there.
  case cancelled(TransportRequest?)
  /// The call took longer than its `deadline`, queues, attempts, waits and redirects included.
  case deadlineExceeded(DeadlineFailure)
  /// The body of the response is larger than `maximumBodySize` allows. What had come was dropped.
  case bodyTooLarge(BodyTooLarge)

  /// Another error, such as one of your own that a decorator threw.
  case unknownError(UnknownFailure)
}

extension NetworkRequestError {
  /// Makes the case that an error of any type belongs to.
  ///
  /// The library's own error stays what it is. A cancellation becomes ``cancelled(_:)``, a ``TransportFailure`` or
  /// `URLError` ``urlSessionFailed(_:)``, a `DecodingError` ``decodingError(_:)``, and every other error
  /// ``unknownError(_:)``, with the error as its cause.
  public init(_ error: any Error, request: TransportRequest? = nil) {
    if let failure = TransportFailure(thrown: error, request: request) {
      self = failure.code == .cancelled ? .cancelled(request) : .urlSessionFailed(failure)
      return
    }
    self =
      switch error {
      case let error as NetworkRequestError: error
      case is CancellationError: .cancelled(request)
      case let error as DecodingError: .decodingError(DecodingFailure(error, request: request))
      default: .unknownError(UnknownFailure(error))
      }
  }
}

extension NetworkRequestError {
  /// The cases without what they carry, to compare and to count by.
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
    /// Another status from 400 to 499: ``NetworkRequestError/error4xx(_:)``.
    case error4xx
    /// The server answered 500: ``NetworkRequestError/serverError(_:)``.
    case serverError
    /// Another status from 500 to 599: ``NetworkRequestError/error5xx(_:)``.
    case error5xx
    /// A status that is neither accepted nor an error: ``NetworkRequestError/unexpectedStatus(_:)``.
    case unexpectedStatus
    /// The response could not become the return type: ``NetworkRequestError/decodingError(_:)``.
    case decodingError
    /// No response came: ``NetworkRequestError/urlSessionFailed(_:)``.
    case urlSessionFailed
    /// A layer of the stack held the call back: ``NetworkRequestError/refused(_:)``.
    case refused
    /// No credential was available: ``NetworkRequestError/authenticationFailed(_:)``.
    case authenticationFailed
    /// The task was cancelled: ``NetworkRequestError/cancelled(_:)``.
    case cancelled
    /// The deadline passed: ``NetworkRequestError/deadlineExceeded(_:)``.
    case deadlineExceeded
    /// The body exceeds the limit: ``NetworkRequestError/bodyTooLarge(_:)``.
    case bodyTooLarge
    /// An error of another type: ``NetworkRequestError/unknownError(_:)``.
    case unknownError
  }

  /// The case, without what it carries.
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
  /// The failure in a sentence: the request, the outcome, and the start of the response's body.
  /// Credentials are left out.
  public var errorDescription: String? { description }

  /// The same as ``errorDescription``.
  public var description: String {
    switch self {
    case .invalidRequest(let problem): "the request could not be built: \(problem)"
    case .decodingError(let failure): "\(failure.request.map { "\($0): " } ?? "")\(failure)"
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
