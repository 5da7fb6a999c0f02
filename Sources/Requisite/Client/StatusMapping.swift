/// Decides which responds are errors, and which errors.
///
/// The standard one accepts the request's ``RequestOptions/acceptedStatuses`` and maps the rest as
/// ``NetworkRequestError/init(status:)`` says. Another may read more, for an API that answers 200 with an error in it:
///
/// ```swift
/// let mapping = StatusMapping { response in
///   response.headers["X-Error"] == nil ? StatusMapping.standard.error(for: response) : .badRequest(response)
/// }
/// ```
public struct StatusMapping: Sendable {
  private let map: @Sendable (NetworkResponse) -> NetworkRequestError?

  /// Makes a mapping of a function that gives the error of a response, nil for a success.
  public init(_ map: @escaping @Sendable (NetworkResponse) -> NetworkRequestError?) {
    self.map = map
  }

  /// By the status alone.
  public static let standard = StatusMapping { response in
    response.request.options.acceptedStatuses.contains(response.status)
      ? nil : NetworkRequestError(status: response)
  }

  /// The error that the response stands for; nil for a success.
  public func error(for response: NetworkResponse) -> NetworkRequestError? {
    map(response)
  }
}
