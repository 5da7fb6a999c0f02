/// A response whose body is in a file.
///
/// ```swift
/// struct Export: Request {
///   typealias ReturnType = DownloadedFile
///   let path = "/export"
/// }
/// let export = try await client.dispatch(Export())
/// try await export.move(
///   to: documents.appending(path: export.suggestedFileName ?? "export.csv"))
/// ```
/// The transport writes the body beside its destination and moves it to ``url`` when it is complete, so there is never
/// a partial file at ``url``. The body is never in memory as a whole, unless a cache stores it or answers. A call that
/// fails leaves no file; if the status was an error, the ``NetworkRequestError`` has up to 1 MiB of the body.
///
/// Without a destination (``RequestOptions/fileDestination``, ``APIClient/download(_:to:replacing:verifying:retrying:budget:maximumRetryAfter:)-(R,_,_,_,_,_,_)``) the file is in
/// the system's folder for temporary files, and only its owner can read it. It stays there until you move or
/// ``remove()`` it, or the system clears that folder.
public struct DownloadedFile: Sendable {
  /// The place of the file. ``move(to:replacing:)`` returns a new value with the new place.
  public let url: URL
  /// The head of the response: its status, header fields, and the URL that answered.
  public let response: NetworkResponse
  /// The size of the file in bytes, which is that of the body after decompression.
  public let byteCount: Int64

  /// The media type of the file; nil if the server sent no type or a malformed one.
  public var mediaType: MediaType? { response.contentType }

  /// The name that the server suggests for the file, in `Content-Disposition` (RFC 6266) or else at the end of its URL;
  /// nil if neither has one.
  ///
  /// The name is safe to append to a folder: one component of at most 255 bytes, without invisible characters, that
  /// neither hides the file nor names a device. A file of that name may exist already.
  public var suggestedFileName: String? {
    let said = response.headers[.contentDisposition].flatMap(ContentDisposition.init)?.fileName
    return said.flatMap(FileName.sanitized)
      ?? FileName.sanitized(response.url.path(percentEncoded: false))
  }
}

extension DownloadedFile: ResponseConvertible {
  /// Delivered to a file, of any media type.
  public static var responseForm: ResponseForm { .file }

  /// Takes the file of the response. Writes a body that is in memory to a file first.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` if the file is missing, or a body in memory cannot be
  ///   written; ``NetworkRequestError/decodingError(_:)`` if the body is a stream.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    url = try Self.file(of: response)
    self.response = response
    do throws(FileFailure) {
      guard let file = try PosixFile(readingIfPresent: url.path, followsLinks: true) else {
        throw FileFailure(.ENOENT, path: url.path)
      }
      byteCount = Int64(try file.status().st_size)
    } catch {
      throw FileOperation("inspected", url).failure(error, of: response.request, .cannotOpenFile)
    }
  }

  /// Returns the file of the body. Transports without support for files may deliver the body in memory.
  private static func file(of response: NetworkResponse) throws(NetworkRequestError) -> URL {
    switch response.body {
    case .file(let url): return url
    case .stream:
      let problem = "the transport delivered a stream instead of the requested file"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: response))
    case .data(let data):
      let url = response.request.options.fileDestination ?? FileOperation.temporaryFile()
      let options = response.request.options
      let readers: PartialFile.Readers = options.fileDestination == nil ? .owner : .byUmask
      do throws(FileFailure) {
        try PartialFile.write(data, to: url.path, replacing: options.replacesFile, readers: readers)
      } catch {
        throw FileOperation("written", url).failure(error, of: response.request, .cannotWriteToFile)
      }
      return url
    }
  }
}

extension DownloadedFile: CustomStringConvertible {
  /// The path, the size and the request, in one line.
  public var description: String { "\(url.path), \(byteCount) bytes: \(response.request)" }
}

extension DownloadedFile {
  /// Moves the file, and returns it at its new place.
  ///
  /// On the same volume, the file is only renamed. To another volume, the bytes are copied first, and the file appears
  /// there when it is complete. A temporary file, which only its owner can read, gets the permissions that the umask
  /// allows. Cancellation does not interrupt the move.
  ///
  /// - Parameters:
  ///   - destination: The new place, with the file's name. Its folder must exist.
  ///   - replacing: True to replace a file that exists there, in one step. By default, such a file is an error.
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotMoveFile`, which names both places and has the
  ///   system's error as its cause. The file then stays where it was.
  @discardableResult
  public func move(
    to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile {
    try await perform(FileOperation("moved", url, to: destination), .cannotMoveFile) {
      operation throws(FileFailure) in
      try operation.move(replacing: replacing)
    }
    return DownloadedFile(url: destination, response: response, byteCount: byteCount)
  }

  /// Copies the file and returns the copy.
  ///
  /// The copy appears when it is complete, with the permissions that the umask allows.
  ///
  /// - Parameters:
  ///   - destination: The place of the copy, with its name. Its folder must exist.
  ///   - replacing: True to replace a file that exists there, in one step. By default, such a file is an error.
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile`, which names both places and has
  ///   the system's error as its cause.
  @discardableResult
  public func copy(
    to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile {
    try await perform(FileOperation("copied", url, to: destination), .cannotCreateFile) {
      operation throws(FileFailure) in
      try operation.copy(replacing: replacing)
    }
    return DownloadedFile(url: destination, response: response, byteCount: byteCount)
  }

  /// Removes the file. A file that is already gone is not an error.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotRemoveFile`, which names the file.
  public func remove() async throws(NetworkRequestError) {
    try await perform(FileOperation("removed", url), .cannotRemoveFile) { operation throws(FileFailure) in
      try operation.remove()
    }
  }

  private func perform(
    _ operation: FileOperation, _ code: TransportFailure.Code,
    _ work: @escaping @Sendable (FileOperation) throws(FileFailure) -> Void
  ) async throws(NetworkRequestError) {
    do throws(FileFailure) {
      try await BlockingQueue("requisite.files").run { () throws(FileFailure) in try work(operation) }
    } catch {
      throw operation.failure(error, of: response.request, code)
    }
  }
}
