extension HTTPBody {
  /// The body with its file looked at: its length is known from here on.
  ///
  /// URLSession on Linux hangs on a directory and sends nothing for a missing file, and calls it success. So the
  /// file is opened here, before anything is sent.
  func checked() throws(NetworkRequestError) -> HTTPBody {
    guard case .file(let url, Self.unchecked) = content else { return self }
    return HTTPBody(content: .file(url, length: try Self.length(of: url)), contentType: contentType)
  }

  static func length(of url: URL) throws(NetworkRequestError) -> Int64 {
    guard url.isFileURL else {
      throw .invalidRequest(InvalidRequest(.body, "“\(url.printable)” is no URL of a file"))
    }
    do {
      let target = url.resolvingSymlinksInPath()
      let values = try target.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      guard values.isRegularFile == true, let size = values.fileSize else {
        throw InvalidRequest(.body, "“\(url.path)” is no regular file")
      }
      try FileHandle(forReadingFrom: url).close()
      return Int64(size)
    } catch let problem as InvalidRequest {
      throw .invalidRequest(problem)
    } catch {
      let problem = InvalidRequest(.body, "the file “\(url.path)” cannot be read", underlyingError: error)
      throw .invalidRequest(problem)
    }
  }
}

extension InvalidRequest: Error {}
