extension APIClient {
  /// Sends a request once and writes the body of its response to `destination`.
  ///
  /// ```swift
  /// struct Export: Request {
  ///   typealias ReturnType = DownloadedFile
  ///   let path = "/export"
  /// }
  /// let place = documents.appending(path: "export.csv")
  /// let export = try await client.dispatch(Export(), to: place)
  /// print(export.byteCount, "bytes of", export.mediaType ?? .octetStream)
  /// ```
  /// The file appears when it is complete, with the permissions that the umask allows. A call that fails or is
  /// cancelled leaves no file.
  ///
  /// *This function or ``download(_:to:replacing:retrying:budget:maximumRetryAfter:)``?* This function is an ordinary
  /// call whose body is delivered to a file. It supports any method and compressed bodies; only the client's stack
  /// retries it, from the first byte. The other function is for large files over bad connections. It resumes, so it is
  /// restricted to `GET` and keeps its partial file when it fails.
  ///
  /// - Parameters:
  ///   - request: The request, with any method.
  ///   - destination: The file URL of the new file. Its folder must exist.
  ///   - replacing: True if an existing file is replaced, in one step, when the new file is complete. If false, the
  ///     default, an existing file is an error.
  /// - Throws: Before anything is sent, ``NetworkRequestError/invalidRequest(_:)`` if the destination exists or is not
  ///   a file URL, and ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile` if no file can be created
  ///   there. Later, `.cannotWriteToFile` or `.cannotMoveFile`, with the system's error as its cause. Also what
  ///   ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func dispatch<R: Request>(
    _ request: R, to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    var prepared = try begin(request)
    prepared.options.fileDestination = destination
    if replacing { prepared.options.replacesFile = true }
    prepared.delivery = .file(destination)
    return try value(of: try await networkDispatcher.run(prepared, completing: completion), for: request)
  }
}

extension APIClient {
  /// Sends a request and writes the body of its response to `destination`, in several attempts if necessary, each of
  /// which resumes where the last one ended.
  ///
  /// ```swift
  /// struct Image: Request {
  ///   typealias ReturnType = DownloadedFile
  ///   let path = "/images/debian.iso"
  /// }
  /// let image = try await client.download(
  ///   Image(), to: documents.appending(path: "debian.iso"))
  /// ```
  /// The bytes received so far are kept beside the destination, as `.debian.iso.partial`, which only its owner can
  /// read. This partial file stays when the call fails or is cancelled, or the process ends, so the next call with the
  /// same destination resumes; after a failure it is deleted only if it cannot be resumed. Beside it is its checksum, which
  /// is written every second: bytes that do not match it, such as after a crash of the system, are requested again. If two calls in any process
  /// have one destination at the same time, the second fails. (``dispatch(_:to:replacing:)`` is the simpler call, which
  /// always starts at the first byte and leaves no partial file; its documentation compares both.)
  ///
  /// Each further attempt requests the rest (`Range`) of the version that the first part belongs to (`If-Range`,
  /// RFC 9110 §13.1.5). Two versions are never mixed: the download starts again if the server now has another
  /// version, sends the whole file anyway, or sends a part that does not follow exactly or lacks the same strong entity
  /// tag (RFC 9110 §15.3.7). The body is requested without compression. If only the last part was sent, the status of
  /// ``DownloadedFile/response`` is 206.
  ///
  /// ``RequestOptions/onProgress`` starts at the byte at which the download resumes. ``RequestOptions/deadline`` bounds
  /// each attempt, ``RequestOptions/sharedDeadline`` all of them together.
  ///
  /// - Parameters:
  ///   - request: A `GET` request without a `Range` field of its own.
  ///   - destination: The file URL of the new file. Its folder must exist.
  ///   - replacing: True if an existing file is replaced, in one step, when the new file is complete. If false, the
  ///     default, an existing file is an error.
  ///   - policy: The waits after temporary failures; by default four random waits of growing length. The count starts
  ///     again whenever an attempt has received bytes, but a change of the file still counts as a failure.
  ///   - budget: The limit of further attempts for all downloads that share the budget. None by default.
  ///   - maximumRetryAfter: The longest wait that a server may ask for with `Retry-After`; if it asks for more, the
  ///     download fails. 60 seconds by default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, before anything is sent, if the destination exists, another call
  ///   is downloading to it, or the request is not a `GET` without `Range`. ``NetworkRequestError/urlSessionFailed(_:)``
  ///   with `.cannotWriteToFile` and the system's error as its cause. ``NetworkRequestError/unexpectedStatus(_:)`` for a
  ///   success other than 200 and 206; the partial file is kept. Also what ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
  public func download<R: Request>(
    _ request: R, to destination: URL, replacing: Bool = false,
    retrying policy: any RetryPolicy = .exponential(attempts: 5), budget: RetryBudget? = nil,
    maximumRetryAfter: Duration = .seconds(60)
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    // Each attempt counts its own deadline.
    var prepared = try begin(request).withoutDeadline()
    guard prepared.method == .get else {
      throw .invalidRequest(
        InvalidRequest(.method, "Only GET requests can be resumed, not \(prepared.method)."))
    }
    guard !prepared.headers.contains(.range) else {
      let problem = "Only GET requests without a Range header field can be resumed."
      throw .invalidRequest(InvalidRequest(.header, problem))
    }
    if replacing { prepared.options.replacesFile = true }
    try FileOperation.checkDestination(destination, replacing: prepared.options.replacesFile)
    prepared.delivery = .streamed
    prepared.headers.set(HTTPHeader(.acceptEncoding, "identity"))
    let download = try await ResumableDownload(
      request: prepared, completion: completion, place: destination, dispatcher: networkDispatcher)
    return try await download.run(
      on: networkDispatcher.schedule(policy, budget: budget, maximumRetryAfter: maximumRetryAfter))
  }
}
