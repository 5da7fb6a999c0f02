/// Decides which responses are errors, and which errors.
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

/// A response that is an error although its body was asked for as a stream or a file.
///
/// What the server says belongs to the error, so the start of it is read into memory, and the file is removed.
struct FailedResponse {
  private static let limit = 1 << 20

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

  /// The status is being reported, so a body that breaks off is reported as far as it came. A cancelled call stays a
  /// cancellation.
  private func start(of stream: ByteStream) async throws(NetworkRequestError) -> Data {
    let (data, error) = await stream.start(upTo: Self.limit)
    if let error, error.isCancellation || error.kind == .deadlineExceeded { throw error }
    return data
  }

  /// A file that cannot be read or removed does not hide the error that is being reported.
  private func start(of url: URL) -> Data {
    defer { response.body.discard() }
    do throws(POSIXError) {
      return try PosixFile(readingIfPresent: url.path, followsLinks: true)?.read(Self.limit, at: 0) ?? Data()
    } catch {
      return Data()
    }
  }
}
