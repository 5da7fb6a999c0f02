/// One pass over a file that is the body of a request, or a part of one. Its functions wait for the disk.
///
/// The one reader of all transports, so an unreadable file is the same error everywhere:
/// ``NetworkRequestError/invalidRequest(_:)`` with the system's error as cause.
final class FileReader: Sendable {
  private let url: URL
  private let length: Int64?
  private let file: PosixFile
  private let position = Locked(Int64(0))

  /// Opens the file, through symbolic links.
  ///
  /// - Parameter length: How many bytes the file must have, as announced to a server; nil for as many as there are.
  init(_ url: URL, length: Int64?) throws(NetworkRequestError) {
    guard url.isFileURL else {
      throw .invalidRequest(InvalidRequest(.body, "“\(url.printable)” is no URL of a file"))
    }
    (self.url, self.length) = (url, length)
    do throws(POSIXError) {
      guard let file = try PosixFile(readingIfPresent: url.path, followsLinks: true) else {
        throw PosixFile.failure(.ENOENT, url.path)
      }
      self.file = file
    } catch {
      throw Self.unreadable(url, error)
    }
  }

  /// How many bytes the file has now.
  func size() throws(NetworkRequestError) -> Int64 {
    do throws(POSIXError) { return Int64(try file.status().st_size) } catch {
      throw Self.unreadable(url, error)
    }
  }

  /// The next bytes, at most `count`; nil at the end.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.requestBodyStreamExhausted` where the file has more
  ///   or fewer bytes than `length`.
  func next(_ count: Int) throws(NetworkRequestError) -> Data? {
    try position.withLock { position throws(NetworkRequestError) in
      let chunk: Data
      do throws(POSIXError) { chunk = try file.read(count, at: Int(position)) } catch {
        throw Self.unreadable(url, error)
      }
      position += Int64(chunk.count)
      if let length, position > length { throw changed("grew") }
      guard chunk.isEmpty else { return chunk }
      if let length, position < length { throw changed("shrank") }
      return nil
    }
  }

  private static func unreadable(_ url: URL, _ cause: POSIXError) -> NetworkRequestError {
    let problem = cause.code == .EISDIR || cause.code == .EINVAL ? "is no regular file" : "cannot be read"
    return .invalidRequest(
      InvalidRequest(.body, "the file “\(url.path)” \(problem)", underlyingError: cause))
  }

  private func changed(_ verb: String) -> NetworkRequestError {
    let words = "the file “\(url.path)” \(verb) while it was sent: \(length ?? 0) bytes were announced"
    let info = [NSLocalizedDescriptionKey: words, NSFilePathErrorKey: url.path]
    return .urlSessionFailed(TransportFailure(URLError(.requestBodyStreamExhausted, userInfo: info)))
  }
}
