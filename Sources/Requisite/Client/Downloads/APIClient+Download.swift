extension APIClient {
  /// Sends a request and writes the body of its response to a place of your own.
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
  /// The file appears when it is complete; a call that fails or is cancelled leaves none.
  ///
  /// - Parameter destination: The place, with the file's name. Nothing may be there yet; its folder must be.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the place is taken, and nothing is sent;
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile`, `.cannotWriteToFile` or `.cannotMoveFile`
  ///   and the system's error as its cause; and what ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<R: Request>(
    _ request: R, to destination: URL
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    var prepared = try await prepare(request)
    prepared.options.fileDestination = destination
    prepared.delivery = .file(destination)
    return try value(of: try await networkDispatcher.send(prepared), for: request)
  }
}
