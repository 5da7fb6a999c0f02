extension DownloadedFile {
  /// Moves the file, and returns it at its new place.
  ///
  /// On one volume only the name changes. To another volume the bytes are copied first, and the file appears there when it is
  /// whole. A temporary file, which only its owner can read, gets the permissions that the umask gives. Cancellation does
  /// not interrupt it.
  ///
  /// - Parameters:
  ///   - destination: The place, with the file's name; its folder must be there.
  ///   - replacing: Whether a file that is there already is replaced, in one step. An error by default.
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotMoveFile`, which names both places and has the
  ///   system's error as its cause. The file is then where it was.
  @discardableResult
  public func move(
    to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile {
    try await perform(FileOperation("moved", url, to: destination), .cannotMoveFile) {
      operation throws(POSIXError) in
      try operation.move(replacing: replacing)
    }
    return DownloadedFile(url: destination, response: response, byteCount: byteCount)
  }

  /// Copies the file, which stays where it is, and returns the copy. It appears when it is whole, with the permissions that
  /// the umask gives.
  ///
  /// - Parameters:
  ///   - destination: The place, with the copy's name; its folder must be there.
  ///   - replacing: Whether a file that is there already is replaced, in one step. An error by default.
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile`, which names both places and has
  ///   the system's error as its cause.
  @discardableResult
  public func copy(
    to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile {
    try await perform(FileOperation("copied", url, to: destination), .cannotCreateFile) {
      operation throws(POSIXError) in
      try operation.copy(replacing: replacing)
    }
    return DownloadedFile(url: destination, response: response, byteCount: byteCount)
  }

  /// Removes the file. One that is gone already is no error.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotRemoveFile`, which names the file.
  public func remove() async throws(NetworkRequestError) {
    try await perform(FileOperation("removed", url), .cannotRemoveFile) { operation throws(POSIXError) in
      try operation.remove()
    }
  }

  private func perform(
    _ operation: FileOperation, _ code: URLError.Code,
    _ work: @escaping @Sendable (FileOperation) throws(POSIXError) -> Void
  ) async throws(NetworkRequestError) {
    do throws(POSIXError) {
      try await BlockingQueue("requisite.files").run { () throws(POSIXError) in try work(operation) }
    } catch {
      throw operation.failure(error, of: response.request, code)
    }
  }
}
