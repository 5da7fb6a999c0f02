/// One pass over a file that is the body of a request, or part of one. Its functions block until the disk has responded.
///
/// All transports read files with this type, so an unreadable file is the same error everywhere:
/// ``NetworkRequestError/invalidRequest(_:)`` with the system's error as its cause.
final class FileReader: Sendable {
  private let part: FilePart
  private let file: PosixFile
  private let position = Locked(Int64(0))

  /// Opens the file, following symbolic links. Throws if its URL is not a file URL or the file cannot be opened.
  init(_ part: FilePart) throws(NetworkRequestError) {
    let url = part.url
    guard url.isFileURL else {
      throw .invalidRequest(.body, "“\(url.printable)” is not a file URL: use URL(fileURLWithPath:)")
    }
    self.part = part
    do throws(FileFailure) {
      guard let file = try PosixFile(readingIfPresent: url.path, followsLinks: true) else {
        throw FileFailure(.ENOENT, path: url.path)
      }
      self.file = file
    } catch {
      throw Self.unreadable(url, error)
    }
  }

  /// The current size of the file, in bytes. A file that has bytes although its size is 0, such as those in `/proc`, is
  /// an error: nothing of it would be sent.
  func size() throws(NetworkRequestError) -> Int64 {
    do throws(FileFailure) {
      let size = Int64(try file.status().st_size)
      guard size == 0, !(try file.read(1, at: 0)).isEmpty else { return size }
    } catch {
      throw Self.unreadable(part.url, error)
    }
    throw .invalidRequest(
      .body, "the file “\(part.url.path)” has bytes, but its size is 0: send ByteStream.file(_:) as a stream")
  }

  /// Returns the next bytes, at most `count`; nil at the end of the file.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.requestBodyStreamExhausted` if the file has more or
  ///   fewer bytes than `length`.
  func next(_ count: Int) throws(NetworkRequestError) -> Data? {
    try position.withLock { position throws(NetworkRequestError) in
      let length = part.length
      let chunk: Data
      let rest = part.offset == nil ? Int64(count) : min(Int64(count), (length ?? .max) - position)
      do throws(FileFailure) { chunk = try file.read(Int(rest), at: position + (part.offset ?? 0)) } catch {
        throw Self.unreadable(part.url, error)
      }
      position += Int64(chunk.count)
      if let length, position > length { throw changed("grew") }
      guard chunk.isEmpty else { return chunk }
      if let length, position < length { throw changed("shrank") }
      return nil
    }
  }

  private static func unreadable(_ url: URL, _ cause: FileFailure) -> NetworkRequestError {
    let isRegular = cause.code != .EISDIR && cause.code != .EINVAL
    let problem = isRegular ? "cannot be read: \(cause.reason)" : "is not a regular file"
    return .invalidRequest(.body, "the file “\(url.path)” \(problem)", underlyingError: cause)
  }

  private func changed(_ verb: String) -> NetworkRequestError {
    let message =
      "the file “\(part.url.path)” \(verb) while it was sent: \(part.length ?? 0) bytes were announced; send "
      + "a file that no one writes to"
    return .urlSessionFailed(TransportFailure(.requestBodyStreamExhausted, message))
  }
}
