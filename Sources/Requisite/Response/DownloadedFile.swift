/// The body of a response in a file, and the head of the response that it came with.
///
/// ```swift
/// struct Export: Request {
///   typealias ReturnType = DownloadedFile
///   let path = "/export"
/// }
/// let export = try await client.dispatch(Export())
/// try await export.move(to: documents.appending(path: export.suggestedFileName ?? "export.csv"))
/// ```
/// The body is never in memory as a whole. It is written beside the place it goes to and moved there when it is whole, so
/// there is never a part of a file at ``url``. A call that fails, by its status too, leaves no file; what the server said
/// with an error status, up to a mebibyte, is in the ``NetworkRequestError``.
///
/// Without a place of your own (``RequestOptions/fileDestination``, ``APIClient/dispatch(_:to:replacing:)``) the file is in
/// the system's folder for temporary files, and only its owner can read it. It stays until you move or ``remove()`` it, or
/// the system clears that folder.
public struct DownloadedFile: Sendable {
  /// Where the file is.
  public let url: URL
  /// The head of the response: its status, header fields, and the URL that answered.
  public let response: NetworkResponse
  /// How many bytes the file has: those of the body, after decompression.
  public let byteCount: Int64

  /// The media type of the file; nil if the server sent no type or a malformed one.
  public var mediaType: MediaType? { response.contentType }

  /// The name that the server gives the file, by `Content-Disposition` (RFC 6266) or else at the end of its URL; nil
  /// where neither has one.
  ///
  /// It is safe to append to a folder: one component of at most 255 bytes, not hidden, not the name of a device, without
  /// scalars that can't be seen. A file of that name may be there already.
  public var suggestedFileName: String? {
    let said = response.headers[.contentDisposition].flatMap(ContentDisposition.init)?.fileName
    return said.flatMap(FileName.sanitized)
      ?? FileName.sanitized(response.url.path(percentEncoded: false))
  }
}

extension DownloadedFile: ResponseConvertible {
  /// Responses are delivered to a file.
  public static var responseForm: ResponseForm { .file }

  /// The file that the response came in.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` where the file is gone, or a body in memory cannot be
  ///   written; ``NetworkRequestError/decodingError(_:)`` for a body that is a stream.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    url = try Self.file(of: response)
    self.response = response
    do throws(POSIXError) {
      guard let file = try PosixFile(readingIfPresent: url.path, followsLinks: true) else {
        throw PosixFile.failure(.ENOENT, url.path)
      }
      byteCount = Int64(try file.status().st_size)
    } catch {
      throw FileOperation("looked at", url).failure(error, of: response.request, .cannotOpenFile)
    }
  }

  /// Transports that know of no files, and caches, may hand the body over in memory.
  private static func file(of response: NetworkResponse) throws(NetworkRequestError) -> URL {
    switch response.body {
    case .file(let url): return url
    case .stream:
      let problem = "the transport delivered a stream where a file was requested"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: response))
    case .data(let data):
      let url = response.request.options.fileDestination ?? FileOperation.temporaryFile()
      let options = response.request.options
      let readers: PartialFile.Readers = options.fileDestination == nil ? .owner : .byUmask
      do throws(POSIXError) {
        try PartialFile.write(data, to: url.path, replacing: options.replacesFile, readers: readers)
      } catch {
        throw FileOperation("written", url).failure(error, of: response.request, .cannotWriteToFile)
      }
      return url
    }
  }
}

extension DownloadedFile: CustomStringConvertible {
  /// The path, the size, and the request that the file answers, in one line.
  public var description: String { "\(url.path), \(byteCount) bytes: \(response.request)" }
}

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
    _ operation: FileOperation, _ code: TransportFailure.Code,
    _ work: @escaping @Sendable (FileOperation) throws(POSIXError) -> Void
  ) async throws(NetworkRequestError) {
    do throws(POSIXError) {
      try await BlockingQueue("requisite.files").run { () throws(POSIXError) in try work(operation) }
    } catch {
      throw operation.failure(error, of: response.request, code)
    }
  }
}
