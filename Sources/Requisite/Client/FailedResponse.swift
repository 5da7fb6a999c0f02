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

  /// The status is what is being reported: where its body breaks off, what has come is told. A call that was given up is
  /// one all the same.
  private func start(of stream: ByteStream) async throws(NetworkRequestError) -> Data {
    let (data, error) = await stream.start(upTo: Self.limit)
    if let error, error.isCancellation || error.kind == .deadlineExceeded { throw error }
    return data
  }

  /// The error that is being reported counts for more than a file that cannot be read or removed.
  private func start(of url: URL) -> Data {
    defer { response.body.discard() }
    do throws(POSIXError) {
      return try PosixFile(readingIfPresent: url.path, followsLinks: true)?.read(Self.limit, at: 0) ?? Data()
    } catch {
      return Data()
    }
  }
}
