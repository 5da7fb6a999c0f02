extension APIClient {
  /// Sends a request and writes the body of its response to `destination`, in several attempts if necessary, each of
  /// which resumes where the last one ended, or in one.
  ///
  /// ```swift
  /// struct Image: Request {
  ///   typealias ReturnType = DownloadedFile
  ///   let path = "/images/debian.iso"
  /// }
  /// let image = try await client.download(
  ///   Image(), to: documents.appending(path: "debian.iso"))
  /// print(image.byteCount, "bytes of", image.mediaType ?? .octetStream)
  /// ```
  /// The file appears when it is complete, with the permissions of the file that it replaces, else with those that the umask
  /// allows. A symbolic link at the destination is itself replaced; what it leads to stays as it is.
  ///
  /// The bytes received so far are kept next to the destination, as `.debian.iso.partial`, which only its owner can
  /// read. This partial file stays when the call fails or is cancelled, or the process ends, so the next call with the
  /// same destination resumes; after a failure it is deleted only if it cannot be resumed. Beside it is its checksum, which
  /// is written every second: bytes that do not match it, such as after a crash of the system, are requested again. If two calls in any process
  /// have one destination at the same time, the second fails.
  ///
  /// Each further attempt requests the rest (`Range`) of the version that the first part belongs to (`If-Range`,
  /// RFC 9110 §13.1.5). Two versions are never mixed: the download starts again if the server now has another
  /// version, sends the whole file anyway, or sends a part that does not follow exactly or lacks the same strong entity
  /// tag (RFC 9110 §15.3.7). After any other answer to a request for the rest, also an error, the same attempt requests the
  /// whole file, once; only after 408, 425, 429, 502, 503 and 504, which are temporary, the rest is requested again, as the policy
  /// says. The body is requested without compression. If only the last part was sent, the status of
  /// ``DownloadedFile/response`` is 206.
  ///
  /// ``RequestOptions/onProgress`` starts at the byte at which the download resumes. ``RequestOptions/deadline`` bounds
  /// each attempt, ``RequestOptions/sharedDeadline`` all of them together.
  ///
  /// *In one attempt*, with `retrying: nil`, the call is an ordinary one whose body is delivered to a file: with any method
  /// and compressed bodies, always from the first byte, and without a partial file. Only the client's stack retries it.
  ///
  /// - Parameters:
  ///   - request: A `GET` request without a `Range` field of its own; with `retrying: nil`, any request.
  ///   - destination: The file URL of the new file. Its folder must exist.
  ///   - replacing: True if an existing file is replaced, in one step, when the new file is complete. If false, the
  ///     default, an existing file is an error.
  ///   - digest: The digest that the complete file must have, as in `.sha256("9f86…")`. A file that has another is deleted,
  ///     and the call fails. None by default.
  ///   - policy: Decides whether and when another attempt follows a failure; nil for one attempt; by default four random waits of growing length. The count starts
  ///     again whenever an attempt has received bytes, but a change of the file still counts as a failure.
  ///   - budget: The limit of further attempts for all downloads that share the budget. None by default.
  ///   - maximumRetryAfter: The longest wait that a server may ask for with `Retry-After`; if it asks for more, the
  ///     download fails. 60 seconds by default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, before anything is sent, if the destination exists, another call
  ///   is downloading to it, or the request is not a `GET` without `Range`. ``NetworkRequestError/urlSessionFailed(_:)``
  ///   with `.cannotCreateFile`, `.cannotWriteToFile` or `.cannotMoveFile` and the system's error as its cause, or with
  ///   `.cannotDecodeContentData` if the file has another digest. ``NetworkRequestError/unexpectedStatus(_:)`` for a
  ///   success other than 200; the partial file is kept. Also what ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func download<R: Request>(
    _ request: R, to destination: URL, replacing: Bool = false, verifying digest: FileDigest? = nil,
    retrying policy: (any RetryPolicy)? = .exponential(attempts: 5), budget: RetryBudget? = nil,
    maximumRetryAfter: Duration = .seconds(60)
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    var prepared = try begin(request)
    if replacing { prepared.options.replacesFile = true }
    if policy == nil, digest == nil {
      prepared.options.fileDestination = destination
      prepared.delivery = .file(destination)
      return try await value(of: try await networkDispatcher.runUninlined(prepared), for: request)
    }
    // Each attempt counts its own deadline.
    prepared = prepared.withoutDeadline()
    guard prepared.method == .get else {
      throw .invalidRequest(
        .method,
        "only a GET can be resumed, not a \(prepared.method): pass “retrying: nil” and no digest to send it once"
      )
    }
    guard !prepared.headers.contains(.range) else {
      throw .invalidRequest(.header, "only a GET without the header field Range can be resumed")
    }
    if let problem = digest?.problem { throw .invalidRequest(.options, problem) }
    try FileOperation.checkDestination(destination, replacing: prepared.options.replacesFile)
    prepared.delivery = .streamed
    prepared.headers.set(HTTPHeader(.acceptEncoding, "identity"))
    prepared.options.needsPlainBytes = true
    let download = try await ResumableDownload(
      request: prepared, destination: destination, digest: digest, dispatcher: networkDispatcher)
    let policy = policy ?? .constant(.zero, attempts: 1)
    return try await download.run(
      on: networkDispatcher.schedule(policy, budget: budget, maximumRetryAfter: maximumRetryAfter))
  }

  /// Downloads a whole URL to `destination`, as in `client.download(url, to: destination)`.
  ///
  /// See ``download(_:to:replacing:verifying:retrying:budget:maximumRetryAfter:)-(R,_,_,_,_,_,_)``.
  public func download(
    _ url: URL, to destination: URL, replacing: Bool = false, verifying digest: FileDigest? = nil,
    retrying policy: (any RetryPolicy)? = .exponential(attempts: 5), budget: RetryBudget? = nil,
    maximumRetryAfter: Duration = .seconds(60)
  ) async throws(NetworkRequestError) -> DownloadedFile {
    try await download(
      Endpoint<DownloadedFile>.get(url), to: destination, replacing: replacing, verifying: digest,
      retrying: policy, budget: budget, maximumRetryAfter: maximumRetryAfter)
  }
}

/// The digest of a file or a body: what a download must have, as its publisher announces it, or what a signature covers.
public struct FileDigest: Sendable, Hashable {
  /// The digits of the digest, in lower case.
  public let hexadecimal: String

  /// A SHA-256, as 64 hexadecimal digits in upper or lower case.
  public static func sha256(_ hexadecimal: String) -> FileDigest {
    FileDigest(hexadecimal: ASCII.lowercased(hexadecimal))
  }

  /// The SHA-256 of bytes in memory.
  public static func sha256(of bytes: some Sequence<UInt8>) -> FileDigest {
    FileDigest(hexadecimal: Hexadecimal.encode(SHA256.hash(bytes)))
  }

  /// The SHA-256 of the bytes that a body sends, such as a file or a part of one, read in pieces.
  ///
  /// A stream that can be read only once (``HTTPBody/isReplayable``) is read, and cannot be sent after that.
  ///
  /// - Throws: The error of the file or the stream.
  public static func sha256(of body: HTTPBody) async throws(NetworkRequestError) -> FileDigest {
    var (hash, chunks) = (SHA256(), body.makeStream().makeAsyncIterator())
    while let chunk = try await chunks.next() { hash.update(chunk) }
    return FileDigest(hexadecimal: Hexadecimal.encode(hash.finish()))
  }

  /// Why the digest cannot be that of any file; nil if it can.
  var problem: String? {
    let isDigest =
      hexadecimal.utf8.count == 64 && hexadecimal.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isDigest ? nil : "“\(hexadecimal)” is no SHA-256: 64 hexadecimal digits are expected"
  }
}

/// A download that resumes where it was interrupted.
struct ResumableDownload {
  private let request: TransportRequest
  private let destination: URL
  private let dispatcher: NetworkDispatcher
  private let digest: FileDigest?
  private let partial: PartialDownload
  private let onProgress: (@Sendable (TransferProgress) -> Void)?
  private static let queue = BlockingQueue("requisite.downloads", width: 4)

  init(
    request: TransportRequest, destination: URL, digest: FileDigest?, dispatcher: NetworkDispatcher
  ) async throws(NetworkRequestError) {
    self.destination = destination
    self.digest = digest
    self.dispatcher = dispatcher
    onProgress = request.options.onProgress
    // The transport would only count the bytes of one attempt.
    var request = request
    request.options.onProgress = nil
    // A part that cannot be used is no failure here: the whole body is requested then.
    request.options.validatesParts = true
    self.request = request
    do throws(FileFailure) {
      partial = try await Self.queue.run { () throws(FileFailure) in try PartialDownload(to: destination) }
    } catch  where error.code == .EBUSY {
      throw .invalidRequest(
        .options,
        "“\(destination.path)” is being downloaded by another call: wait for its end, or choose another "
          + "place", underlyingError: error)
    } catch {
      throw FileOperation("written", destination).failure(error, of: request, .cannotWriteToFile)
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
        let remainder = try await self.known()
        // A server that changes its file at each attempt must not be able to prolong the download without end.
        if let known, known.source != remainder?.source { changes += 1 }
        failures = (remainder?.count ?? 0) > (known?.count ?? 0) ? changes + 1 : failures + 1
        guard let wait = loop.wait(after: .failure(error), by: schedule, failures: failures) else {
          // A partial file that cannot be resumed is removed.
          if remainder == nil { try await disk { try $0.remove() } }
          throw error
        }
        try await loop.next(after: wait)
      }
    }
  }

  private func attempt(
    from known: PartialDownload.Known?
  ) async throws(NetworkRequestError) -> DownloadedFile {
    let response: NetworkResponse
    do throws(NetworkRequestError) {
      response = try await send(resuming: known)
      try await checkContentType(of: response)
    } catch {
      guard known != nil, error.mayRefuseRange else { throw error }
      return try await attempt(from: nil)
    }
    switch DownloadStep(response, to: request, after: known) {
    case .whole(let source, let length):
      try await disk { try $0.restart(as: source) }
      return try await receive(response, from: 0, to: length, of: length)
    case .rest(let end, let total):
      return try await receive(response, from: known?.count ?? 0, to: end, of: total)
    case .complete: return try await finish(response, count: known?.count ?? 0)
    case .unusable: return try await attempt(replacing: response)
    case .unexpected: throw .unexpectedStatus(response.replacing(body: .data(Data())))
    }
  }

  /// Ends the transfer of a file or a part whose media type the request does not accept. The bytes that are known stay.
  private func checkContentType(of response: NetworkResponse) async throws(NetworkRequestError) {
    guard response.status != 416 else { return }
    do throws(NetworkRequestError) { try response.checkContentType(for: DownloadedFile.self) } catch {
      throw await response.keepingStart(in: error)
    }
  }

  /// Requests the whole body after a response that cannot be used, whose transfer ends first: it may hold the throttle slot in the stack
  /// that the request waits for. The known bytes stay until the whole body arrives.
  private func attempt(
    replacing unusable: NetworkResponse
  ) async throws(NetworkRequestError) -> DownloadedFile {
    unusable.body.discard()
    return try await attempt(from: nil)
  }

  /// Requests the rest of the known version. Status 416, which means no further bytes, is returned as a
  /// response and not thrown.
  private func send(
    resuming known: PartialDownload.Known?
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
    try await dispatcher.runUninlined(request.starting(on: dispatcher.clock))
  }

  /// Writes the body of a response after the first `start` bytes. A server may send less than was requested; the
  /// rest is requested later.
  private func receive(
    _ response: NetworkResponse, from start: Int64, to end: Int64?, of total: Int64?
  ) async throws(NetworkRequestError) -> DownloadedFile {
    var count = start
    var meter = ProgressMeter(request, received: start)
    report(meter.received(0, of: total ?? -1, at: ProgressMeter.now))
    var chunks = ByteStream(response: response, decoder: JSONCoding()).makeAsyncIterator()
    while let chunk = try await chunks.next() {
      if let end, Int64(chunk.count) > end - count {
        // A part that is too long is useless; a whole body that is longer than announced is a failure.
        try await disk { try $0.restart(as: nil) }
        guard start == 0 else { return try await attempt(replacing: response) }
        throw failure(
          .badServerResponse, "the response contains more than the \(end) bytes that it announced")
      }
      count += Int64(chunk.count)
      try await disk { try $0.append(chunk) }
      report(meter.received(chunk.count, of: total ?? -1, at: ProgressMeter.now))
    }
    if let total, count < total {
      throw failure(.networkConnectionLost, "only \(count) of \(total) bytes were received")
    }
    report(meter.progress)
    return try await finish(response, count: count)
  }

  private func finish(_ response: NetworkResponse, count: Int64) async throws(NetworkRequestError)
    -> DownloadedFile
  {
    try await verify()
    let replaces = request.options.replacesFile
    try await disk { try $0.finish(replacing: replaces) }
    let head = response.replacing(body: .data(Data()))
    return DownloadedFile(url: destination, response: head, byteCount: count)
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

  private func report(_ progress: TransferProgress?) {
    if let progress { onProgress?(progress) }
  }

  private func failure(_ code: TransportFailure.Code, _ message: String) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code, message, request: request))
  }

  private func disk<Value: Sendable>(
    _ work: @escaping @Sendable (PartialDownload) throws -> Value
  ) async throws(NetworkRequestError) -> Value {
    try await FileOperation("written", destination).run(.cannotWriteToFile, for: request, on: Self.queue) {
      [partial] in
      try work(partial)
    }
  }
}

extension NetworkRequestError {
  /// True if the server has answered, and not with a temporary failure, which says nothing of the range. Of those, 500 may be that
  /// of a server that fails at ranges.
  fileprivate var mayRefuseRange: Bool { response != nil && (!isRetryable || status == 500) }
}
