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
  /// nothing behind.
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
