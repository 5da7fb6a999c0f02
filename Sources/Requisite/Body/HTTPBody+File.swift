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
    try FileReader(url, length: nil).size()
  }
}

extension InvalidRequest: Error {}
