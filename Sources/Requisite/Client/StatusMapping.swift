/// The rule that decides which responses are errors, and which error each becomes.
///
/// The standard mapping accepts the request's ``RequestOptions/acceptedStatuses`` and maps other statuses as
/// ``NetworkRequestError/init(status:)`` does. Your own mapping may use more of the response, such as for an API that
/// returns errors with status 200:
///
/// ```swift
/// let mapping = StatusMapping { response in
///   response.headers["X-Error"] == nil
///     ? StatusMapping.standard.error(for: response) : .badRequest(response)
/// }
/// ```
public struct StatusMapping: Sendable {
  private let map: @Sendable (NetworkResponse) -> NetworkRequestError?

  /// Creates a mapping from a function that returns the error for a response, or nil for a success.
  public init(_ map: @escaping @Sendable (NetworkResponse) -> NetworkRequestError?) {
    self.map = map
  }

  /// The standard mapping, which uses only the status.
  public static let standard = StatusMapping { response in
    response.request.options.acceptedStatuses.contains(response.status)
      ? nil : NetworkRequestError(status: response)
  }

  /// Returns the error for the response, or nil for a success.
  public func error(for response: NetworkResponse) -> NetworkRequestError? {
    map(response)
  }
}

extension StatusMapping {
  /// Returns a response with a success status, or throws the error for it. The status is checked before the body: a bad
  /// body never hides the status of an error.
  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  func validate(_ response: NetworkResponse) async throws(NetworkRequestError) -> NetworkResponse {
    let request = response.request
    guard !Task.isCancelled else {
      response.body.discard()
      throw .cancelled(request)
    }
    guard case .data(let data) = response.body else { return try await validateUnread(response) }
    let limit = request.options.maximumBodySize
    let keptCount = request.delivery == .buffered ? limit : min(limit, NetworkResponse.maximumErrorSize)
    let kept =
      data.count > keptCount ? response.replacing(body: .data(data.prefix(keptCount))) : response
    if let error = error(for: kept) { throw error }
    let failure = data.count > limit ? .bodyTooLarge(limit, request: request) : response.bodyFailure
    guard let failure else { return response }
    // The value is nil whatever the body.
    guard request.options.nilStatuses.contains(response.status) else { throw failure }
    return kept
  }

  /// Validates a response whose body is a stream or a file. With an error status, the start of the body is read into memory,
  /// so that the error contains it.
  private func validateUnread(
    _ response: NetworkResponse
  ) async throws(NetworkRequestError) -> NetworkResponse {
    guard error(for: response) != nil else {
      guard let failure = response.bodyFailure else { return response }
      response.body.discard()
      throw failure
    }
    let whole = try await response.inMemory()
    throw error(for: whole) ?? NetworkRequestError(status: whole)
  }
}
