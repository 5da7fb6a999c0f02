/// The file that a response is delivered to. It is written beside its destination and moved there when it is complete.
///
/// Every transport that delivers files uses this type. Its synchronous functions block until the disk has answered.
package final class TransferFile: Sendable {
  static let queue = BlockingQueue("requisite.files", width: 4)

  private let url: URL
  private let request: TransportRequest
  private let file: Locked<PartialFile>

  /// Creates the partial file; nil if the request does not ask for a file.
  ///
  /// - Throws: `invalidRequest` if the destination is not a file URL or exists;
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile` if the file cannot be created.
  package init?(for request: TransportRequest) throws(NetworkRequestError) {
    guard case .file(let place) = request.delivery else { return nil }
    let url = place ?? FileOperation.temporaryFile()
    try FileOperation.checkDestination(url, replacing: request.options.replacesFile)
    (self.url, self.request) = (url, request)
    do throws(FileFailure) {
      file = Locked(try PartialFile(for: url.path))
    } catch {
      throw FileOperation("written", url).failure(error, of: request, .cannotCreateFile)
    }
  }

  /// Creates the partial file on a thread that may block; nil if the request does not ask for a file.
  package static func open(for request: TransportRequest) async throws(NetworkRequestError) -> TransferFile? {
    guard case .file = request.delivery else { return nil }
    return try await queue.run { () throws(NetworkRequestError) in try TransferFile(for: request) }
  }

  /// Throws if the response's file cannot be created, as every transport checks before it sends the request.
  package static func check(_ request: TransportRequest) async throws(NetworkRequestError) {
    try await open(for: request)?.discard()
  }

  /// True if a response with this status is written to the file of its request. Any other is an error or a redirect: its
  /// body goes to memory, and neither creates the file nor replaces an existing one.
  package static func takes(_ status: Int, of request: TransportRequest) -> Bool {
    (200..<300).contains(status) && request.options.acceptedStatuses.contains(status)
  }

  /// Appends the bytes to the file.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotWriteToFile` and the system's error as its cause.
  package func write(_ data: Data) throws(NetworkRequestError) {
    try perform(.cannotWriteToFile) { file throws(FileFailure) in try file.write(data) }
  }

  /// Moves the complete file to its destination and returns the destination's URL. A file that was created there
  /// meanwhile is kept, which is an error, unless ``RequestOptions/replacesFile`` is true. Returns the file beside its
  /// destination if another one is replaced only after the response was judged (``RequestOptions/replacesFileLater``).
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotMoveFile` and the system's error as its cause.
  package func finish() throws(NetworkRequestError) -> URL {
    guard !request.options.replacesFileLater else {
      return URL(fileURLWithPath: file.withLock { $0.keep() })
    }
    let (path, replaces) = (url.path, request.options.replacesFile)
    let readers: PartialFile.Readers = request.delivery == .file(nil) ? .owner : .byUmask
    try perform(.cannotMoveFile) { file throws(FileFailure) in
      try file.finish(at: path, replacing: replaces, readers: readers)
    }
    return url
  }

  /// Deletes the partial file.
  package func discard() { file.withLock { $0.discard() } }

  /// Writes the whole stream and returns the URL of the file. After a failure no file is left.
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
    _ code: TransportFailure.Code, _ work: (inout PartialFile) throws(FileFailure) -> Void
  ) throws(NetworkRequestError) {
    do throws(FileFailure) {
      try file.withLock(work)
    } catch {
      throw FileOperation("written", url).failure(error, of: request, code)
    }
  }
}
