/// A form of several parts, each with a type of its own: `multipart/form-data` (RFC 7578).
///
/// ```swift
/// struct UploadPhoto: Request {
///   typealias ReturnType = Photo
///   let path = "/photos"
///   let method = HTTPMethod.post
///   let body: MultipartForm
/// }
/// UploadPhoto(body: [.text("title", "Holiday"), .json("meta", meta), .file("photo", url)])
/// ```
/// A form with a file part is sent as a stream of known length, which reads the files while it is sent and can be
/// sent again; any other is put together in memory. Files are looked at when the request is built: one that is
/// missing, no regular file or not readable is a ``NetworkRequestError/invalidRequest(_:)``. One whose length changes
/// while it is sent fails the call.
public struct MultipartForm: Sendable {
  /// The parts, in the order in which they are sent.
  public var parts: [Part]
  /// The text of the delimiter between parts. It must not occur in a part.
  public let boundary: String

  /// Makes a form of parts.
  ///
  /// - Parameter boundary: 1 to 70 characters that RFC 2046 §5.1.1 allows; 128 random bits by default. It is checked
  ///   when a request is built, and looked for in the parts that are in memory.
  public init(_ parts: [Part] = [], boundary: String = MultipartBoundary.random()) {
    self.parts = parts
    self.boundary = boundary
  }

  /// The first part of that name.
  public subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }

  /// The parts of that name, in their order.
  public func parts(named name: String) -> [Part] {
    parts.filter { $0.name == name }
  }

  /// Adds a part after the others.
  public mutating func append(_ part: Part) {
    parts.append(part)
  }
}

extension MultipartForm: ExpressibleByArrayLiteral {
  /// Makes a form of parts, with a random boundary.
  public init(arrayLiteral parts: Part...) {
    self.init(parts)
  }
}

extension MultipartForm {
  /// One part: a name, perhaps a file name, header fields, and what it holds.
  public struct Part: Sendable {
    /// The content of a part.
    public enum Content: Sendable {
      /// Bytes in memory, sent as they are.
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
    /// The content, in memory or in a file.
    public var content: Content

    /// Makes a part; nothing is checked before a request is built.
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

  /// The `Content-Type` of the part; nil if it has none. (It is `text/plain` then, by RFC 7578 §4.4.)
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

/// The line that separates the parts of a multipart message (RFC 2046 §5.1.1).
public enum MultipartBoundary {
  /// A boundary of 128 random bits: no part has it by accident.
  public static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// A boundary of 128 bits of `generator`.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    "requisite-\(RequestID(using: &generator))"
  }

  private static let allowed = ByteSet(ByteSet.alphanumeric, "'()+_,-./:=? ")

  /// Whether RFC 2046 allows it: 1 to 70 characters of its alphabet, the last one no space.
  public static func isValid(_ text: String) -> Bool {
    1...70 ~= text.utf8.count && text.utf8.allSatisfy(allowed.contains) && text.utf8.last != UInt8(ascii: " ")
  }
}
