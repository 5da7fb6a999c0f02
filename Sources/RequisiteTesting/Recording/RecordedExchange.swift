/// A request as it was sent, and what became of it.
public struct RecordedExchange: Sendable, CustomStringConvertible {
  /// The request, with as much of its body as was read by the time.
  public let request: RecordedRequest
  /// The response, or the error in its place; nil while the exchange is under way. The body of a streamed response is the
  /// caller's to read, and not in it.
  public let outcome: Result<NetworkResponse, NetworkRequestError>?

  /// The status of the response, where one came.
  public var status: Int? { response?.status }

  /// The response, where one came.
  public var response: NetworkResponse? {
    guard case .success(let response) = outcome else { return nil }
    return response
  }

  /// The error, where there was one in place of a response.
  public var error: NetworkRequestError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }

  /// Method, URL and what became of it, in one line.
  public var description: String {
    switch outcome {
    case nil: "\(request.request) → under way"
    case .success(let response): "\(request.request) → \(response.status)"
    case .failure(let error): "\(request.request) → \(error.kind.rawValue)"
    }
  }
}
