extension APIClient {
  /// Sends a request once and writes the body of its response to a place of your own.
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
  /// The file appears when it is whole, with the permissions that the umask gives; a call that fails or is cancelled leaves
  /// no file.
  ///
  /// *This one or ``download(_:to:replacing:retrying:budget:maximumRetryAfter:)``?* This one is the call like any other, delivered to a file:
  /// any method, compressed on the way, retried only as the client's stack does, from the first byte. The other is for large
  /// files over bad connections: it resumes, and so it is restricted to `GET` and keeps its partial file when it fails.
  ///
  /// - Parameters:
  ///   - request: The request, of any method.
  ///   - destination: The place, with the file's name; its folder must be there.
  ///   - replacing: Whether a file that is there already is replaced, in one step, when the new one is whole. An error by
  ///     default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the place is taken, and
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile` where no file can be made there, before
  ///   anything is sent; `.cannotWriteToFile` or `.cannotMoveFile` later, with the system's error as its cause; and what
  ///   ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<R: Request>(
    _ request: R, to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    var prepared = try await prepare(request)
    prepared.options.fileDestination = destination
    if replacing { prepared.options.replacesFile = true }
    prepared.delivery = .file(destination)
    return try value(of: try await networkDispatcher.send(prepared), for: request)
  }
}

extension APIClient {
  /// Sends a request and writes the body of its response to a place of your own, in as many attempts as it takes: each
  /// resumes where the last one ended.
  ///
  /// ```swift
  /// struct Image: Request {
  ///   typealias ReturnType = DownloadedFile
  ///   let path = "/images/debian.iso"
  /// }
  /// let image = try await client.download(Image(), to: documents.appending(path: "debian.iso"))
  /// ```
  /// What has come is kept beside the place, as `.debian.iso.partial`, for its owner alone to read. It stays there when the
  /// call fails or is cancelled, or the process ends: the next call to the same place resumes. Of two calls to one place at
  /// a time, in any process, the second is refused. (``dispatch(_:to:replacing:)`` is the simpler call, which starts at the
  /// first byte each time and leaves no partial file; its documentation compares the two.)
  ///
  /// The server is asked for the rest (`Range`) of the version that the first part is of (`If-Range`, RFC 9110 §13.1.5).
  /// Two versions are never mixed: the download begins anew where the server has another version by now, sends all of it
  /// anyway, or answers with a part that does not follow exactly or lacks the same strong entity tag (§15.3.7). The body is
  /// asked for uncompressed. Where only the last part was sent, the status of ``DownloadedFile/response`` is 206.
  ///
  /// ``RequestOptions/onProgress`` starts where the download resumes, ``RequestOptions/deadline`` bounds an
  /// attempt, ``RequestOptions/sharedDeadline`` all of them.
  ///
  /// - Parameters:
  ///   - request: A `GET`, without a `Range` field of its own.
  ///   - destination: The place, with the file's name; its folder must be there.
  ///   - replacing: Whether a file that is there already is replaced, in one step, when the new one is whole. An error by
  ///     default.
  ///   - policy: The waits after failures that pass. Attempts are counted anew once bytes have come. By default growing
  ///     random waits, four times.
  ///   - budget: Bounds the further attempts of all downloads that share it. None by default.
  ///   - maximumRetryAfter: The longest wait that a server may ask for by `Retry-After`; where it asks for more, the
  ///     download ends with its error. A minute by default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the place is taken or being downloaded to, or the request is
  ///   no such `GET`, and nothing is sent; ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotWriteToFile` and the
  ///   system's error as its cause; ``NetworkRequestError/unexpectedStatus(_:)`` for a success other than 200 and 206, after
  ///   which the part stays; and what ``dispatch(_:)->R.ReturnType`` throws.
  public func download<R: Request>(
    _ request: R, to destination: URL, replacing: Bool = false,
    retrying policy: any RetryPolicy = .exponential(attempts: 5), budget: RetryBudget? = nil,
    maximumRetryAfter: Duration = .seconds(60)
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    var prepared = try await prepare(request)
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
      request: prepared, place: destination, dispatcher: networkDispatcher)
    return try await download.run(
      on: networkDispatcher.schedule(policy, budget: budget, maximumRetryAfter: maximumRetryAfter))
  }
}
