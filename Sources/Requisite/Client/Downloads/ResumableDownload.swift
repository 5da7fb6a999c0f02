/// A download that resumes where it was interrupted.
struct ResumableDownload {
  private let request: TransportRequest
  private let completion: RequestCompletion?
  private let place: URL
  private let dispatcher: NetworkDispatcher
  private let digest: FileDigest?
  private let partial: PartialDownload
  private let onProgress: (@Sendable (TransferProgress) -> Void)?
  private static let queue = BlockingQueue("requisite.downloads", width: 4)

  init(
    request: TransportRequest, completion: RequestCompletion?, place: URL, digest: FileDigest?,
    dispatcher: NetworkDispatcher
  ) async throws(NetworkRequestError) {
    self.completion = completion
    self.place = place
    self.digest = digest
    self.dispatcher = dispatcher
    onProgress = request.options.onProgress
    // The transport would only count the bytes of one attempt.
    var request = request
    request.options.onProgress = nil
    // A part that cannot be used is no failure here: the whole body is requested then.
    request.options.judgesParts = true
    self.request = request
    do throws(FileFailure) {
      partial = try await Self.queue.run { () throws(FileFailure) in try PartialDownload(to: place) }
    } catch  where error.code == .EBUSY {
      let problem =
        "“\(place.path)” is being downloaded by another call: wait for its end, or choose another "
        + "place"
      throw .invalidRequest(InvalidRequest(.options, problem, underlyingError: error))
    } catch {
      throw FileOperation("written", place).failure(error, of: request, .cannotWriteToFile)
    }
  }

  /// Makes attempts until one completes the download or the schedule allows no other.
  func run(on schedule: RetrySchedule) async throws(NetworkRequestError) -> DownloadedFile {
    defer { partial.end() }
    var loop = AttemptLoop(of: request, on: dispatcher.clock, by: schedule)
    var (failures, changes) = (0, 0)
    while true {
      let known = try await known()
      do throws(NetworkRequestError) {
        let file = try await attempt(from: known)
        loop.end(with: file.response.status)
        return file
      } catch let failure {
        let error = loop.labelled(failure)
        let left = try await self.known()
        // A server that changes its file at each attempt must not be able to prolong the download without end.
        if let known, known.source != left?.source { changes += 1 }
        failures = (left?.count ?? 0) > (known?.count ?? 0) ? changes + 1 : failures + 1
        guard let wait = loop.wait(after: .failure(error), by: schedule, failures: failures) else {
          // A partial file that cannot be resumed is removed.
          if left == nil { try await disk { try $0.remove() } }
          throw error
        }
        try await loop.next(after: wait)
      }
    }
  }

  private func attempt(
    from known: PartialDownload.Known?
  ) async throws(NetworkRequestError) -> DownloadedFile {
    let response = try await send(asking: known)
    switch DownloadStep(response, to: request, after: known) {
    case .whole(let source, let length):
      try await disk { try $0.restart(as: source) }
      return try await receive(response, from: 0, to: length, of: length)
    case .rest(let end, let total):
      return try await receive(response, from: known?.count ?? 0, to: end, of: total)
    case .complete: return try await finish(response, count: known?.count ?? 0)
    case .useless:
      try await disk { try $0.restart(as: nil) }
      return try await attempt(from: nil)
    case .unexpected: throw .unexpectedStatus(response.replacing(body: .data(Data())))
    }
  }

  /// Requests the rest of the known version. Status 416, which means no further bytes, is returned as a
  /// response and not thrown.
  private func send(
    asking known: PartialDownload.Known?
  ) async throws(NetworkRequestError) -> NetworkResponse {
    guard let known else { return try await send(request) }
    var request = request
    request.headers.set(HTTPHeader(.range, "bytes=\(known.count)-"))
    request.headers.set(HTTPHeader(.ifRange, known.source.eTag))
    do throws(NetworkRequestError) {
      return try await send(request)
    } catch {
      guard let response = error.response, response.status == 416 else { throw error }
      return response
    }
  }

  private func send(_ request: TransportRequest) async throws(NetworkRequestError) -> NetworkResponse {
    try await dispatcher.run(request.begun(on: dispatcher.clock), completing: completion)
  }

  /// Writes the body of a response after the first `start` bytes. A server may send less than was requested; the
  /// rest is requested later.
  private func receive(
    _ response: NetworkResponse, from start: Int64, to end: Int64?, of total: Int64?
  ) async throws(NetworkRequestError) -> DownloadedFile {
    var count = start
    var meter = ProgressMeter(request, received: start)
    tell(meter.received(0, of: total ?? -1, at: Self.now))
    var chunks = ByteStream(response: response, decoder: JSONCoding()).makeAsyncIterator()
    while let chunk = try await chunks.next() {
      if let end, Int64(chunk.count) > end - count {
        try await disk { try $0.restart(as: nil) }
        // A part that is too long is useless; a whole body that is longer than announced is a failure.
        guard start == 0 else { return try await attempt(from: nil) }
        throw failure(
          .badServerResponse, "the response contains more than the \(end) bytes that it announced")
      }
      count += Int64(chunk.count)
      try await disk { try $0.append(chunk) }
      tell(meter.received(chunk.count, of: total ?? -1, at: Self.now))
    }
    if let total, count < total {
      throw failure(.networkConnectionLost, "only \(count) of \(total) bytes were received")
    }
    tell(meter.progress)
    return try await finish(response, count: count)
  }

  private func finish(_ response: NetworkResponse, count: Int64) async throws(NetworkRequestError)
    -> DownloadedFile
  {
    try await verify()
    let replaces = request.options.replacesFile
    try await disk { try $0.finish(replacing: replaces) }
    let head = response.replacing(body: .data(Data()))
    return DownloadedFile(url: place, response: head, byteCount: count)
  }

  /// Discards the bytes if their digest is not the one that the caller expects.
  private func verify() async throws(NetworkRequestError) {
    guard let digest else { return }
    let found = try await disk { try $0.digest() }
    guard found != digest else { return }
    try await disk { try $0.restart(as: nil) }
    throw failure(
      .cannotDecodeContentData,
      "the file was discarded: its SHA-256 is \(found.hexadecimal), not \(digest.hexadecimal)")
  }

  private func known() async throws(NetworkRequestError) -> PartialDownload.Known? {
    let name = DownloadSource.name(of: request)
    return try await disk { try $0.known(of: name) }
  }

  private func tell(_ progress: TransferProgress?) {
    if let progress { onProgress?(progress) }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private func failure(_ code: TransportFailure.Code, _ words: String) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code, words, request: request))
  }

  private func disk<Value: Sendable>(
    _ work: @escaping @Sendable (PartialDownload) throws -> Value
  ) async throws(NetworkRequestError) -> Value {
    do {
      return try await Self.queue.run { [partial] in try work(partial) }
    } catch {
      throw FileOperation("written", place).failure(error, of: request, .cannotWriteToFile)
    }
  }
}
