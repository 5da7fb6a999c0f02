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
  /// Returns a response with a success status, or throws the error for it. The status is judged before the body: a bad
  /// body never hides the status of an error.
  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  func judge(_ response: NetworkResponse) async throws(NetworkRequestError) -> NetworkResponse {
    let request = response.request
    guard !Task.isCancelled else {
      response.body.discard()
      throw .cancelled(request)
    }
    guard case .data(let data) = response.body else { return try await judgeUnread(response) }
    let limit = request.options.maximumBodySize
    let judgedCount = request.delivery.isBuffered ? limit : min(limit, FailedResponse.limit)
    let judged =
      data.count > judgedCount ? response.replacing(body: .data(data.prefix(judgedCount))) : response
    if let error = error(for: judged) { throw error }
    let failure = data.count > limit ? .bodyTooLarge(limit, request: request) : response.bodyFailure
    guard let failure else { return response }
    // The value is nil whatever the body.
    guard request.options.nilStatuses.contains(response.status) else { throw failure }
    return judged
  }

  /// Judges a response whose body is a stream or a file. With an error status, the start of the body is read into memory,
  /// so that the error contains it.
  private func judgeUnread(
    _ response: NetworkResponse
  ) async throws(NetworkRequestError) -> NetworkResponse {
    guard error(for: response) != nil else {
      guard let failure = response.bodyFailure else { return response }
      response.body.discard()
      throw failure
    }
    let whole = try await FailedResponse(response).inMemory()
    throw error(for: whole) ?? NetworkRequestError(status: whole)
  }
}

/// A response with an error status whose body was requested as a stream or a file.
///
/// The body describes the error, so its first mebibyte is read into memory, and a file is deleted.
private struct FailedResponse {
  static let limit = 1 << 20

  private let response: NetworkResponse

  init(_ response: NetworkResponse) {
    self.response = response
  }

  func inMemory() async throws(NetworkRequestError) -> NetworkResponse {
    switch response.body {
    case .data: response
    case .stream(let stream): response.replacing(body: .data(try await start(of: stream)))
    case .file(let url): response.replacing(body: .data(start(of: url)))
    }
  }

  /// The status is the error that is reported, so an incomplete body is kept as far as it was received. A cancellation
  /// or a passed deadline is thrown instead.
  private func start(of stream: ByteStream) async throws(NetworkRequestError) -> Data {
    let (data, error) = await stream.start(upTo: Self.limit)
    if let error, error.isCancellation || error.kind == .deadlineExceeded { throw error }
    return data
  }

  /// Returns no bytes if the file cannot be read, so that the error that is being reported is not hidden.
  private func start(of url: URL) -> Data {
    defer { response.body.discard() }
    do throws(FileFailure) {
      return try PosixFile(readingIfPresent: url.path, followsLinks: true)?.read(Self.limit, at: 0) ?? Data()
    } catch {
      return Data()
    }
  }
}

extension Delivery {
  /// True if the whole body is delivered in memory.
  var isBuffered: Bool { if case .buffered = self { true } else { false } }
}
