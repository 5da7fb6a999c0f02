extension NetworkResponse {
  /// How much of the body of an error, which describes the error, is read into memory.
  static let maximumErrorSize = 1 << 20

  /// The start of the body in memory; the rest is discarded, and a file is deleted.
  ///
  /// The status is the error that is reported, so a body that is incomplete or cannot be read is kept as far as it is there. A
  /// cancellation or a passed deadline is thrown instead.
  func inMemory() async throws(NetworkRequestError) -> NetworkResponse {
    let (start, error) = await start()
    if let error, error.isCancellation || error.kind == .deadlineExceeded { throw error }
    return start
  }

  /// The start of the body in memory, and the error that broke it off. A file is deleted.
  private func start() async -> (NetworkResponse, NetworkRequestError?) {
    switch body {
    case .data: return (self, nil)
    case .stream(let stream):
      let (data, error) = await stream.start(upTo: Self.maximumErrorSize)
      return (replacing(body: .data(data)), error)
    case .file(let url):
      defer { body.discard() }
      let data = try? PosixFile(readingIfPresent: url.path, followsLinks: true)?.read(
        Self.maximumErrorSize, at: 0)
      return (replacing(body: .data(data ?? Data())), nil)
    }
  }

  /// How long the start of a body is waited for that does not decide about the call: a stream may have no end.
  private static let longestStart = Duration.seconds(5)

  /// Returns the error of making a value of this response, with the start of the body in memory: what the server said in place of
  /// what was asked for. The rest is discarded, and a file is deleted.
  @inline(never)
  func keepingStart(in error: NetworkRequestError) async -> NetworkRequestError {
    defer { if !isInMemory { body.discard() } }
    guard !isInMemory, case .decodingError(var failure) = error, !Task.isCancelled else { return error }
    var response = self
    if case .stream(let stream) = body {
      let deadline = CallDeadline(Self.longestStart, on: request.clock)
      response = replacing(body: .stream(deadline.bounding(stream, of: request)))
    }
    failure.response = await response.start().0
    return .decodingError(failure)
  }

  /// Ends a response of which no value could be made, and returns the error with the start of its body.
  @inline(never)
  func abandoned(with error: NetworkRequestError) async -> NetworkRequestError {
    let error = await keepingStart(in: error)
    discardUnreceived()
    request.delivery.abandon()
    return error.afterSending()
  }

  private var isInMemory: Bool { if case .data = body { true } else { false } }
}
