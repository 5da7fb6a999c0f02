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

  /// The response came, with an accepted status, and is not what the request's `ReturnType` is made of.
  case decodingError(DecodingFailure)

  /// No response came: name not found, connection refused or lost, TLS, idle timeout. (The name is historical: the
  /// case is the same for every transport.)
  case urlSessionFailed(TransportFailure)

  /// A layer of the stack held the call back: its queue is full, a breaker is open, a rate limit leaves no room.
  /// Nothing was sent.
  case refused(Refusal)

  /// There was no credential for the call: nobody has logged in, or the token could not be refreshed. Nothing of the
  /// call itself was sent, or it was answered with a 401 first.
  case authenticationFailed(AuthenticationFailure)

  /// The task was cancelled before the value was there.
  case cancelled(TransportRequest?)
  /// The call took longer than its `deadline`, queues, attempts, waits and redirects included.
  case deadlineExceeded(DeadlineFailure)
  /// The body of the response is larger than `maximumBodySize` allows. What had come was dropped.
  case bodyTooLarge(BodyTooLarge)

  /// Something failed that is none of the above, as an error of your own from a decorator.
  case unknownError(UnknownFailure)
}

extension NetworkRequestError {
  /// Finds the place of an error of any type: the library's own stays what it is, a cancellation becomes
  /// ``cancelled(_:)``, a `URLError` ``urlSessionFailed(_:)``, and all else ``unknownError(_:)`` with the cause.
  public init(_ error: any Error, request: TransportRequest? = nil) {
    self =
      switch error {
      case let error as NetworkRequestError: error
      case is CancellationError: .cancelled(request)
      case let error as URLError where error.code == .cancelled: .cancelled(request)
      case let error as URLError: .urlSessionFailed(TransportFailure(error, request: request))
      default: .unknownError(UnknownFailure(error))
      }
  }
}
