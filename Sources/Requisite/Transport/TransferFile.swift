/// The file that a response is delivered to: partial beside its place, and moved there when it is whole.
///
/// Every transport that delivers files uses this type. Its synchronous functions wait for the disk.
package final class TransferFile: Sendable {
  private static let queue = BlockingQueue("requisite.files", width: 4)

  private let url: URL
  private let request: TransportRequest
  private let file: Locked<PartialFile>

  /// Makes the partial file; nil where the request does not ask for a file.
  ///
  /// - Throws: `invalidRequest` where the place is no URL of a file or is taken; ``NetworkRequestError/urlSessionFailed(_:)``
  ///   with `.cannotCreateFile` where there can be no file.
  package init?(for request: TransportRequest) throws(NetworkRequestError) {
    guard case .file(let place) = request.delivery else { return nil }
    let url = place ?? FileOperation.temporaryFile()
    try FileOperation.checkDestination(url, replacing: request.options.replacesFile)
    (self.url, self.request) = (url, request)
    do throws(POSIXError) {
      file = Locked(try PartialFile(for: url.path))
    } catch {
      throw FileOperation("written", url).failure(error, of: request, .cannotCreateFile)
    }
  }

  /// Makes the partial file on a thread that may wait for the disk; nil where the request does not ask for a file.
  package static func open(for request: TransportRequest) async throws(NetworkRequestError) -> TransferFile? {
    guard case .file = request.delivery else { return nil }
    return try await queue.run { () throws(NetworkRequestError) in try TransferFile(for: request) }
  }

  /// Writes the bytes after the others.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotWriteToFile` and the system's error as cause.
  package func write(_ data: Data) throws(NetworkRequestError) {
    try perform(.cannotWriteToFile) { file throws(POSIXError) in try file.write(data) }
  }

  /// Moves the file, which is whole, to its place, and returns that. A file that appeared there meanwhile stays, unless it
  /// is to be replaced.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotMoveFile` and the system's error as cause.
  package func finish() throws(NetworkRequestError) -> URL {
    let (path, replaces) = (url.path, request.options.replacesFile)
    let readers: PartialFile.Readers = request.delivery == .file(nil) ? .owner : .byUmask
    try perform(.cannotMoveFile) { file throws(POSIXError) in
      try file.finish(at: path, replacing: replaces, readers: readers)
    }
    return url
  }

  /// Removes what was written.
  package func discard() { file.withLock { $0.discard() } }

  /// Writes the stream to its end and returns where the file is. After a failure no file is left.
  package func receive(_ stream: ByteStream) async throws(NetworkRequestError) -> URL {
    do throws(NetworkRequestError) {
      var chunks = stream.makeAsyncIterator()
      while let chunk = try await chunks.next() {
        try await Self.queue.run { () throws(NetworkRequestError) in try self.write(chunk) }
      }
      return try await Self.queue.run { () throws(NetworkRequestError) in try self.finish() }
    } catch {
      await Self.queue.run { self.discard() }
      throw error
    }
  }

  private func perform(
    _ code: TransportFailure.Code, _ work: (inout PartialFile) throws(POSIXError) -> Void
  ) throws(NetworkRequestError) {
    do throws(POSIXError) {
      try file.withLock(work)
    } catch {
      throw FileOperation("written", url).failure(error, of: request, code)
    }
  }
}
