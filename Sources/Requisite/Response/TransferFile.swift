/// The file that a response is delivered to. It is written next to its destination and moved there when it is complete.
///
/// Only ``TransportResponse/delivered(for:to:)`` writes such files, and ``DownloadedFile`` one of a body that is in memory all the
/// same. Its synchronous functions block until the disk has answered.
package final class TransferFile: Sendable {
  private static let queue = BlockingQueue("requisite.files", width: 4)

  private let url: URL
  private let request: TransportRequest
  private let file: Locked<PartialFile>

  /// Creates the partial file; nil if the request does not ask for a file.
  ///
  /// - Throws: `invalidRequest` if the destination is not a file URL or exists;
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile` if the file cannot be created.
  private init?(for request: TransportRequest) throws(NetworkRequestError) {
    guard case .file(let destination) = request.delivery else { return nil }
    let url = destination ?? FileOperation.temporaryFile()
    try FileOperation.checkDestination(url, replacing: request.options.replacesFile)
    (self.url, self.request) = (url, request)
    do throws(FileFailure) {
      file = Locked(try PartialFile(for: url.path))
    } catch {
      throw FileOperation("written", Self.named(url, request)).failure(error, of: request, .cannotCreateFile)
    }
  }

  /// Creates the partial file on a thread that may block; nil if the request does not ask for a file.
  package static func open(for request: TransportRequest) async throws(NetworkRequestError) -> TransferFile? {
    guard case .file = request.delivery else { return nil }
    return try await queue.run { () throws(NetworkRequestError) in try TransferFile(for: request) }
  }

  /// Throws if the response's file cannot be created, as every transport checks before it sends the request.
  package static func check(_ request: TransportRequest) async throws(NetworkRequestError) {
    _ = try await open(for: request)
  }

  /// True if a response with this status is written to the file of its request. Any other is an error or a redirect: its
  /// body goes to memory, and neither creates the file nor replaces an existing one.
  static func accepts(_ status: Int, of request: TransportRequest) -> Bool {
    (200..<300).contains(status) && request.options.acceptedStatuses.contains(status)
  }

  /// Appends the bytes to the file.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotWriteToFile` and the system's error as its cause.
  private func write(_ data: Data) throws(NetworkRequestError) {
    try perform(.cannotWriteToFile) { file throws(FileFailure) in try file.write(data) }
  }

  /// Moves the complete file to its destination and returns the destination's URL. A file that was created there
  /// meanwhile is kept, which is an error, unless ``RequestOptions/replacesFile`` is true.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotMoveFile` and the system's error as its cause.
  private func finish() throws(NetworkRequestError) -> URL {
    let (path, replaces) = (url.path, request.options.replacesFile)
    let readers: PartialFile.Readers = request.delivery == .file(nil) ? .owner : .byUmask
    try perform(.cannotMoveFile) { file throws(FileFailure) in
      try file.finish(at: path, replacing: replaces, readers: readers)
    }
    return url
  }

  /// Deletes the partial file.
  private func discard() { file.withLock { $0.discard() } }

  /// Writes a body that is in memory to the file of its request, and returns the URL.
  static func write(_ data: Data, of request: TransportRequest) throws(NetworkRequestError) -> URL? {
    guard let file = try TransferFile(for: request) else { return nil }
    try file.write(data)
    return try file.finish()
  }

  /// Writes the whole stream and returns the URL of the file. After a failure no file is left.
  func receive(_ stream: ByteStream) async throws(NetworkRequestError) -> URL {
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
      throw FileOperation("written", Self.named(url, request)).failure(error, of: request, code)
    }
  }

  /// The path that errors name: the one that the caller chose, even while the file has another name.
  private static func named(_ url: URL, _ request: TransportRequest) -> URL {
    request.options.fileDestination ?? url
  }
}

/// The replacement of a file by that of a response, after the last layer that may still refuse the response. Until then
/// the new file has a name of its own next to the old one, so that discarding the response leaves the old one as it was.
struct FileReplacement {
  private let request: TransportRequest
  private let destination: URL
  /// The request whose response is delivered next to the existing file.
  let temporary: TransportRequest

  /// Returns nil if the response to the request does not replace a file. Checks the destination before anything is sent.
  init?(_ request: TransportRequest) throws(NetworkRequestError) {
    guard case .file(let destination?) = request.delivery, request.options.replacesFile else { return nil }
    do throws(NetworkRequestError) { try FileOperation.checkDestination(destination, replacing: true) } catch
    {
      throw error.labelled(for: request)
    }
    var temporary = request
    temporary.options.fileDestination = destination
    temporary.delivery = .file(URL(fileURLWithPath: PosixFile.partialName(inFolderOf: destination.path)))
    (self.request, self.destination, self.temporary) = (request, destination, temporary)
  }

  /// Moves the file of a response to its destination. A file that is not moved is deleted.
  ///
  /// - Throws: ``NetworkRequestError/cancelled(_:)``; ``NetworkRequestError/decodingError(_:)`` for a media type that the
  ///   request does not accept; ``NetworkRequestError/urlSessionFailed(_:)`` with
  ///   `.cannotMoveFile` and the system's error as its cause.
  func finish(_ response: NetworkResponse) async throws(NetworkRequestError) -> NetworkResponse {
    let response = response.answering(request)
    // A transport of another module may have written to the destination itself.
    guard case .file(let file) = response.body, file.path != destination.path else { return response }
    do throws(NetworkRequestError) {
      guard !Task.isCancelled else { throw .cancelled(request) }
      try response.checkContentType(for: DownloadedFile.self)
      let operation = FileOperation("moved", file, to: destination)
      try await FileOperation("written", destination).run(.cannotMoveFile, for: request) {
        () throws(FileFailure) in
        try operation.move(replacing: true)
      }
    } catch {
      throw await response.keepingStart(in: error)
    }
    return response.replacing(body: .file(destination))
  }
}
