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
  /// The file appears when it is complete, with the permissions that the umask allows.
  ///
  /// The bytes received so far are kept beside the destination, as `.debian.iso.partial`, which only its owner can
  /// read. This partial file stays when the call fails or is cancelled, or the process ends, so the next call with the
  /// same destination resumes; after a failure it is deleted only if it cannot be resumed. Beside it is its checksum, which
  /// is written every second: bytes that do not match it, such as after a crash of the system, are requested again. If two calls in any process
  /// have one destination at the same time, the second fails.
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
  ///   success other than 200 and 206; the partial file is kept. Also what ``dispatch(_:using:attempts:retryDelay:onRetry:)`` throws.
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
      return try value(of: try await networkDispatcher.run(prepared, completing: completion), for: request)
    }
    // Each attempt counts its own deadline.
    prepared = prepared.withoutDeadline()
    guard prepared.method == .get else {
      let problem =
        "only a GET can be resumed, not a \(prepared.method): pass “retrying: nil” and no digest to send it once"
      throw .invalidRequest(InvalidRequest(.method, problem))
    }
    guard !prepared.headers.contains(.range) else {
      let problem = "only a GET without the header field Range can be resumed"
      throw .invalidRequest(InvalidRequest(.header, problem))
    }
    if let problem = digest?.problem { throw .invalidRequest(InvalidRequest(.options, problem)) }
    try FileOperation.checkDestination(destination, replacing: prepared.options.replacesFile)
    prepared.delivery = .streamed
    prepared.headers.set(HTTPHeader(.acceptEncoding, "identity"))
    let download = try await ResumableDownload(
      request: prepared, completion: completion, place: destination, digest: digest,
      dispatcher: networkDispatcher)
    let policy = policy ?? .constant(.zero, attempts: 1)
    return try await download.run(
      on: networkDispatcher.schedule(policy, budget: budget, maximumRetryAfter: maximumRetryAfter))
  }

  /// Downloads a whole URL to `destination`, as in `client.download(url, to: place)`.
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

/// The digest that a downloaded file must have, as its publisher announces it.
public struct FileDigest: Sendable, Hashable {
  let hexadecimal: String

  /// A SHA-256, as 64 hexadecimal digits in upper or lower case.
  public static func sha256(_ hexadecimal: String) -> FileDigest {
    FileDigest(hexadecimal: ASCII.lowercased(hexadecimal))
  }

  /// Why the digest cannot be that of any file; nil if it can.
  var problem: String? {
    let isDigest =
      hexadecimal.utf8.count == 64 && hexadecimal.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isDigest ? nil : "“\(hexadecimal)” is no SHA-256: 64 hexadecimal digits are expected"
  }
}
