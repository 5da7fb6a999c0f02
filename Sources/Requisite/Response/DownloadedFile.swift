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
/// The transport writes the body next to its destination and moves it to ``url`` when it is complete, so there is never
/// a partial file at ``url``. The body is never in memory as a whole, unless a cache stores it or answers. A call that
/// fails leaves no file; if the status was an error, the ``NetworkRequestError`` has up to 1 MiB of the body.
///
/// Without a destination (``RequestOptions/fileDestination``, ``APIClient/download(_:to:replacing:verifying:retrying:budget:maximumRetryAfter:)-(R,_,_,_,_,_,_)``) the file is in
/// the system's folder for temporary files, and only its owner can read it. It stays there until you move or
/// ``remove()`` it, or the system clears that folder.
public struct DownloadedFile: Sendable {
  /// The location of the file. ``move(to:replacing:)`` returns a new value with the new location.
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
    let suggested = response.headers[.contentDisposition].flatMap(HTTPHeaders.ContentDisposition.init)?
      .fileName
    return suggested.flatMap(FileName.sanitized)
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
      if let url = try TransferFile.write(data, of: response.request) { return url }
      let problem = "the request asks for no file"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: response))
    }
  }
}

extension DownloadedFile: CustomStringConvertible {
  /// The path, the size and the request, in one line.
  public var description: String { "\(url.path), \(byteCount) bytes: \(response.request)" }
}

extension DownloadedFile {
  /// Moves the file, and returns it at its new location.
  ///
  /// On the same volume, the file is only renamed. To another volume, the bytes are copied first, and the file appears
  /// there when it is complete. A temporary file, which only its owner can read, gets the permissions that the umask
  /// allows. Cancellation does not interrupt the move.
  ///
  /// - Parameters:
  ///   - destination: The new location, with the file's name. Its folder must exist.
  ///   - replacing: True to replace a file that exists there, in one step. By default, such a file is an error.
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotMoveFile`, which names both paths and has the
  ///   system's error as its cause. The file then stays where it was.
  @discardableResult
  public func move(
    to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile {
    let operation = FileOperation("moved", url, to: destination)
    try await operation.run(.cannotMoveFile, for: response.request) { () throws(FileFailure) in
      try operation.move(replacing: replacing)
    }
    return DownloadedFile(url: destination, response: response, byteCount: byteCount)
  }

  /// Copies the file and returns the copy.
  ///
  /// The copy appears when it is complete, with the permissions that the umask allows.
  ///
  /// - Parameters:
  ///   - destination: The location of the copy, with its name. Its folder must exist.
  ///   - replacing: True to replace a file that exists there, in one step. By default, such a file is an error.
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotCreateFile`, which names both paths and has
  ///   the system's error as its cause.
  @discardableResult
  public func copy(
    to destination: URL, replacing: Bool = false
  ) async throws(NetworkRequestError) -> DownloadedFile {
    let operation = FileOperation("copied", url, to: destination)
    try await operation.run(.cannotCreateFile, for: response.request) { () throws(FileFailure) in
      try operation.copy(replacing: replacing)
    }
    return DownloadedFile(url: destination, response: response, byteCount: byteCount)
  }

  /// Removes the file. A file that is already gone is not an error.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotRemoveFile`, which names the file.
  public func remove() async throws(NetworkRequestError) {
    let operation = FileOperation("removed", url)
    try await operation.run(.cannotRemoveFile, for: response.request) { () throws(FileFailure) in
      try operation.remove()
    }
  }
}

/// An operation on a file, and the error that reports its failure.
///
/// The functions that change files wait for the disk: call them within ``run(_:for:_:)``.
struct FileOperation: Sendable {
  private let verb: String
  private let source: URL
  private let destination: URL?

  /// - Parameter verb: The past participle of the operation, such as “moved”, for the error message.
  init(_ verb: String, _ source: URL, to destination: URL? = nil) {
    (self.verb, self.source, self.destination) = (verb, source, destination)
  }

  /// Returns a new path in the folder for temporary files, with a random name.
  static func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("requisite-\(TransportRequest.ID())")
  }

  /// Does the operation on a thread that may block.
  func run<Value: Sendable, Failure: Error>(
    _ code: TransportFailure.Code, for request: TransportRequest,
    on queue: BlockingQueue = BlockingQueue("requisite.files"),
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(NetworkRequestError) -> Value {
    do throws(Failure) { return try await queue.run(work) } catch { throw failure(error, of: request, code) }
  }

  func failure(
    _ cause: any Error, of request: TransportRequest?, _ code: TransportFailure.Code
  ) -> NetworkRequestError {
    let target = destination.map { " to “\($0.path)”" } ?? ""
    let reason = (cause as? FileFailure)?.reason ?? ErrorIdentity.message(of: cause)
    let message = "the file “\(source.path)” cannot be \(verb)\(target): \(reason)"
    return .urlSessionFailed(TransportFailure(code, message, underlyingError: cause, request: request))
  }

  /// Checks the destination of a response before anything is sent: it must be a file URL, and free unless `replacing` is
  /// true.
  static func checkDestination(_ url: URL, replacing: Bool) throws(NetworkRequestError) {
    guard url.isFileURL else {
      throw .invalidRequest(.options, "“\(url.printable)” is not a file URL: use URL(fileURLWithPath:)")
    }
    guard let status = PosixFile.status(of: url.path) else { return try checkLength(of: url) }
    guard !replacing else {
      guard !PosixFile.mayBeReplaced(status) else { return }
      throw .invalidRequest(
        .options, "“\(url.path)” is not a file, so no file can replace it: choose another place")
    }
    throw .invalidRequest(
      .options, "the file “\(url.path)” exists already: choose another place, or set the option replacesFile")
  }

  private static func checkLength(of url: URL) throws(NetworkRequestError) {
    guard PosixFile.isTooLong(url.path) else { return }
    throw .invalidRequest(.options, "the name of the file “\(url.path)” is too long for its file system")
  }

  func move(replacing: Bool) throws(FileFailure) {
    guard let destination else { return }
    do throws(FileFailure) {
      try moveAndShare(to: destination.path, replacing: replacing)
    } catch  where error.code == .EXDEV {
      try copy(replacing: replacing)
      try remove()
    }
  }

  func copy(replacing: Bool) throws(FileFailure) {
    guard let destination else { return }
    guard let file = try PosixFile(readingIfPresent: source.path, followsLinks: true) else {
      throw FileFailure(.ENOENT, path: source.path)
    }
    var copy = try PartialFile(for: destination.path)
    var offset: Int64 = 0
    while true {
      let chunk = try file.read(1 << 20, at: offset)
      guard !chunk.isEmpty else { break }
      try copy.write(chunk)
      offset += Int64(chunk.count)
    }
    try copy.finish(at: destination.path, replacing: replacing, readers: .byUmask)
  }

  /// Moves the file. It gets the permissions of the file that it replaces. One that only its owner can read, such as a temporary
  /// file, gets those of a new file in its folder, which are found out before the file at `destination` is replaced: the folder may have no room for that.
  private func moveAndShare(to destination: String, replacing: Bool) throws(FileFailure) {
    let replacesFile = PosixFile.modeOfFile(at: destination) != nil
    guard let file = try PosixFile(readingIfPresent: source.path),
      try file.status().st_mode & 0o777 == 0o600 || replacesFile
    else {
      return try PosixFile.move(source.path, to: destination, replacing: replacing)
    }
    let permissions = try PosixFile.defaultPermissions(inFolderOf: destination)
    try PosixFile.move(source.path, to: destination, replacing: replacing)
    try file.setPermissions(permissions)
  }

  func remove() throws(FileFailure) { try PosixFile.remove(source.path) }
}
