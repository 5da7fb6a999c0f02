extension MultipartForm {
  /// One part: a name, perhaps a file name, header fields, and what it holds.
  public struct Part: Sendable {
    /// What a part holds.
    public enum Content: Sendable {
      /// Bytes in memory.
      case data(Data)
      /// A value, encoded when the request is built, as the part's `Content-Type` says.
      case value(any Encodable & Sendable)
      /// A file, read while the request is sent.
      case file(URL)
    }

    /// The name of the field. A part of a form has one; a part of another multipart message may have none.
    public var name: String?
    /// The name of the file, as people read it.
    public var fileName: String?
    /// The header fields, `Content-Type` among them, without the `Content-Disposition` that ``name`` and
    /// ``fileName`` make.
    public var headers: HTTPHeaders
    /// What it holds.
    public var content: Content

    /// Makes a part.
    public init(
      name: String?, fileName: String? = nil, headers: HTTPHeaders = HTTPHeaders(), content: Content
    ) {
      self.name = name
      self.fileName = fileName
      self.headers = headers
      self.content = content
    }
  }
}

extension MultipartForm.Part {
  /// Text in UTF-8, as a text field of a form. The line ends in it stay what they are.
  public static func text(
    _ name: String, _ text: String, headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    MultipartForm.Part(name: name, headers: headers, content: .data(Data(text.utf8)))
  }

  /// A value, encoded as `application/json` by the encoder of the request or the client.
  public static func json(
    _ name: String, _ value: some Encodable & Sendable, headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    MultipartForm.Part(
      name: name, headers: headers.announcing(.json), content: .value(value))
  }

  /// Bytes in memory; with a file name, as if they were a file's.
  ///
  /// - Parameter contentType: By the extension of `fileName` where that is a well-known one, else
  ///   `application/octet-stream`, unless given.
  public static func data(
    _ name: String, _ data: Data, fileName: String? = nil, contentType: MediaType? = nil,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    let type = contentType ?? fileName.flatMap(MediaType.ofFile(named:)) ?? .octetStream
    return MultipartForm.Part(
      name: name, fileName: fileName, headers: headers.announcing(type), content: .data(data))
  }

  /// A file, read while it is sent and never loaded whole.
  ///
  /// - Parameters:
  ///   - fileName: The last component of the URL unless given.
  ///   - contentType: By the extension of the file name where that is a well-known one, else
  ///     `application/octet-stream`, unless given.
  public static func file(
    _ name: String, _ url: URL, fileName: String? = nil, contentType: MediaType? = nil,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    let fileName = fileName ?? url.lastPathComponent
    let type = contentType ?? MediaType.ofFile(named: fileName) ?? .octetStream
    return MultipartForm.Part(
      name: name, fileName: fileName, headers: headers.announcing(type), content: .file(url))
  }
}

extension MultipartForm.Part {
  /// The bytes where they are in memory.
  public var data: Data? {
    if case .data(let data) = content { data } else { nil }
  }

  /// The bytes as text in UTF-8, where they are in memory and are such.
  public var text: String? {
    data.flatMap { String(data: $0, encoding: .utf8) }
  }

  /// What the part holds; nil where it does not say. (It then is `text/plain` by RFC 7578 §4.4.)
  public var contentType: MediaType? {
    headers[.contentType].flatMap(MediaType.init)
  }
}

extension HTTPHeaders {
  /// The fields with that `Content-Type` before them, unless they have one of their own.
  fileprivate func announcing(_ type: MediaType) -> HTTPHeaders {
    contains(.contentType) ? self : HTTPHeaders([.contentType(type)] + Array(self))
  }
}
