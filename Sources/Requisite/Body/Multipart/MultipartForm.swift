/// A form of several parts, each with a type of its own: `multipart/form-data` (RFC 7578).
///
/// ```swift
/// struct UploadPhoto: Request {
///   typealias ReturnType = Photo
///   let path = "/photos"
///   let method = HTTPMethod.post
///   let body: MultipartForm
/// }
/// UploadPhoto(body: [
///   .text("title", "Holiday"), .json("meta", meta), .file("photo", url),
/// ])
/// ```
/// A form with a file part is sent as a stream of known length, which reads the files while it is sent and can be sent
/// again. Any other form is encoded in memory. Building the request checks the files: one that is missing, not a
/// regular file or not readable throws ``NetworkRequestError/invalidRequest(_:)``. A file whose length changes while it
/// is sent fails the call.
public struct MultipartForm: Sendable {
  /// The parts, in the order in which they are sent.
  public var parts: [Part]
  /// The text of the delimiter between parts, which must not occur in any part.
  public let boundary: String

  /// Creates a form from parts.
  ///
  /// - Parameter boundary: 1 to 70 characters that RFC 2046 §5.1.1 allows; nil, the default, for 128 random bits. Building a
  ///   request checks it, and checks that it does not occur in a part that is in memory.
  public init(_ parts: [Part] = [], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary ?? MultipartBoundary.random()
  }

  /// The first part with that name, or nil.
  public subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }

  /// The parts with that name, in order.
  public func parts(named name: String) -> [Part] {
    parts.filter { $0.name == name }
  }

  /// Appends a part as the last one.
  public mutating func append(_ part: Part) {
    parts.append(part)
  }
}

extension MultipartForm: ExpressibleByArrayLiteral {
  /// Creates a form from a literal of parts, with a random boundary.
  public init(arrayLiteral parts: Part...) {
    self.init(parts)
  }
}

extension MultipartForm {
  /// One part: a name, a file name if any, header fields and the content.
  public struct Part: Sendable {
    /// The content of a part.
    public enum Content: Sendable {
      /// Bytes in memory, sent as they are.
      case data(Data)
      /// A value, encoded for the part's `Content-Type` (JSON by default) when the request is built.
      case value(any Encodable & Sendable)
      /// A file, read while the request is sent.
      case file(URL)
    }

    /// The name of the field, which each part of a form has; parts of other multipart messages may have none.
    public var name: String?
    /// The file name that is sent to the server; nil if the part is not a file.
    public var fileName: String?
    /// The header fields, `Content-Type` included, but not the `Content-Disposition`, which is written from
    /// ``name`` and ``fileName``.
    public var headers: HTTPHeaders
    /// The content, in memory or in a file.
    public var content: Content

    /// Creates a part, which is checked when the request is built.
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
  /// A text field of a form, in UTF-8; line ends in `text` are sent unchanged.
  public static func text(
    _ name: String, _ text: String, headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    MultipartForm.Part(name: name, headers: headers, content: .data(Data(text.utf8)))
  }

  /// A value, encoded as `application/json` by the encoder of the request or the client when the request is built.
  public static func json(
    _ name: String, _ value: some Encodable & Sendable, headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    MultipartForm.Part(
      name: name, headers: headers.addingContentType(.json), content: .value(value))
  }

  /// Bytes in memory, sent as an uploaded file if `fileName` is given.
  ///
  /// - Parameter contentType: The media type; by default the one for the extension of `fileName` if that is well known,
  ///   else `application/octet-stream`.
  public static func data(
    _ name: String, _ data: Data, fileName: String? = nil, contentType: MediaType? = nil,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    let type = contentType ?? fileName.flatMap(MediaType.ofFile(named:)) ?? .octetStream
    return MultipartForm.Part(
      name: name, fileName: fileName, headers: headers.addingContentType(type), content: .data(data))
  }

  /// A file, read while the request is sent and never loaded as a whole.
  ///
  /// - Parameters:
  ///   - fileName: The file name that is sent; the last component of the URL by default.
  ///   - contentType: The media type; by default the one for the extension of the file name if that is well known, else
  ///     `application/octet-stream`.
  public static func file(
    _ name: String, _ url: URL, fileName: String? = nil, contentType: MediaType? = nil,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> MultipartForm.Part {
    let fileName = fileName ?? url.lastPathComponent
    let type = contentType ?? MediaType.ofFile(named: fileName) ?? .octetStream
    return MultipartForm.Part(
      name: name, fileName: fileName, headers: headers.addingContentType(type), content: .file(url))
  }
}

extension MultipartForm.Part {
  /// The bytes of a part in memory; nil for a file or a value that is not encoded yet.
  public var data: Data? {
    if case .data(let data) = content { data } else { nil }
  }

  /// The bytes as text, without a byte order mark; nil if they are not in memory or not UTF-8.
  public var text: String? {
    data.flatMap { Charset.utf8.text(of: $0) }
  }

  /// The `Content-Type` of the part; nil if it has none, which means `text/plain` (RFC 7578 §4.4).
  public var contentType: MediaType? {
    headers[.contentType].flatMap(MediaType.received)
  }
}

extension MultipartForm.Part: CustomStringConvertible, CustomReflectable {
  /// The name and the kind of the content, without the content.
  public var description: String {
    let kind =
      switch content {
      case .data(let data): "\(data.count) bytes"
      case .value(let value): "a \(type(of: value))"
      case .file(let url): "the file \(url.lastPathComponent)"
      }
    return "\(name ?? "a part without a name"): \(kind)"
  }

  /// What `dump` shows: no content, which may contain secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["part": description, "fileName": fileName as Any, "headers": headers])
  }
}

extension HTTPHeaders {
  /// The fields with `type` as their first field, unless they have a `Content-Type` already.
  fileprivate func addingContentType(_ type: MediaType) -> HTTPHeaders {
    contains(.contentType) ? self : HTTPHeaders([.contentType(type)] + Array(self))
  }
}

/// Functions for boundaries, which separate the parts of a multipart message (RFC 2046 §5.1.1).
enum MultipartBoundary {
  /// Returns a boundary of 128 random bits, which no part contains by accident.
  static func random() -> String { "requisite-\(TransportRequest.ID())" }

  private static let allowed = ByteSet(ByteSet.alphanumeric, "'()+_,-./:=? ")

  /// True if RFC 2046 §5.1.1 allows the boundary: 1 to 70 characters of its alphabet, the last of which is not a space.
  static func isValid(_ text: String) -> Bool {
    1...70 ~= text.utf8.count && text.utf8.allSatisfy(allowed.contains) && text.utf8.last != UInt8(ascii: " ")
  }
}

extension MultipartForm {
  /// The form as a body, announced as `contentType` with the boundary added.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the boundary is invalid or occurs in a part, `contentType`
  ///   is not multipart or has a boundary of its own, a name contains a control character, a header field is not allowed, a
  ///   value cannot be encoded, or a file cannot be read.
  public func encoded(
    as contentType: String = "multipart/form-data", with coders: BodyCoders = .standard
  ) throws(NetworkRequestError) -> HTTPBody {
    let contentType = try contentTypeWithBoundary(contentType)
    var writer = MultipartWriter(boundary: boundary, coders: coders)
    for part in parts { try writer.append(part) }
    return writer.finished(contentType: contentType)
  }

  private func contentTypeWithBoundary(_ contentType: String) throws(NetworkRequestError) -> String {
    guard MultipartBoundary.isValid(boundary) else {
      throw .invalidRequest(
        .body,
        "“\(boundary)” is not a boundary: it has 1 to 70 characters of A-Z, a-z, 0-9 and "
          + "'()+_,-./:=? (RFC 2046 §5.1.1)")
    }
    guard let type = MediaType(contentType), type.type == "multipart", type[parameter: "boundary"] == nil
    else {
      throw .invalidRequest(
        .body,
        "the contentType “\(contentType)” is declared for a MultipartForm: "
          + "it must be multipart, and the boundary is added to it")
    }
    let parameter = MediaType.Parameter(name: "boundary", value: boundary)
    return MediaType(type: type.type, subtype: type.subtype, parameters: type.parameters + [parameter])
      .description
  }
}

extension MultipartForm: HTTPBodyConvertible {
  /// `multipart/form-data`, to which the boundary is added when the request is built.
  public var defaultContentType: String { "multipart/form-data" }

  /// The form: in memory, or as a stream if a part is a file.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encoded(as: contentType ?? defaultContentType, with: coders)
  }
}

/// Joins the parts of a form: consecutive parts in memory become one `Data`, and each file is a stream between two of them.
private struct MultipartWriter {
  private let boundary: String
  private let coders: BodyCoders
  private let mark: ByteSearch
  private var precedingStreams: [ByteStream] = []
  private var precedingLength: Int64 = 0
  private var data = Data()

  init(boundary: String, coders: BodyCoders) {
    self.boundary = boundary
    self.coders = coders
    mark = ByteSearch("--\(boundary)")
  }

  mutating func append(_ part: MultipartForm.Part) throws(NetworkRequestError) {
    let head = try header(of: part)
    switch part.content {
    case .data(let bytes): try append(bytes, of: part, head: head)
    case .value(let value): try append(try encoded(value, of: part), of: part, head: head)
    case .file(let url):
      let length = try HTTPBody.length(of: url)
      data.append(contentsOf: head.utf8)
      append(ByteStream.file(url, length: length), length: length)
    }
    data.append(contentsOf: "\r\n".utf8)
  }

  consuming func finished(contentType: String) -> HTTPBody {
    data.append(contentsOf: "--\(boundary)--\r\n".utf8)
    guard !precedingStreams.isEmpty else {
      return HTTPBody(content: .data(data), contentType: contentType, isEncoded: true)
    }
    let streams = precedingStreams + [ByteStream(data)]
    let length = precedingLength.saturatingSum(Int64(data.count))
    let stream = BodyStream(length: length, restarting: { ByteStream(concatenating: streams) })
    return HTTPBody(content: .stream(stream), contentType: contentType, isEncoded: true)
  }

  private mutating func append(
    _ bytes: Data, of part: MultipartForm.Part, head: String
  ) throws(NetworkRequestError) {
    guard !mark.occurs(in: bytes) else {
      throw .invalidRequest(.body, "the boundary occurs in \(part.label)")
    }
    data.append(contentsOf: head.utf8)
    data.append(bytes)
  }

  private mutating func append(_ stream: ByteStream, length: Int64) {
    precedingStreams += [ByteStream(data), stream]
    precedingLength = precedingLength.saturatingSum(Int64(data.count)).saturatingSum(length)
    data = Data()
  }

  private func encoded(
    _ value: any Encodable & Sendable, of part: MultipartForm.Part
  ) throws(NetworkRequestError) -> Data {
    let type = part.headers[.contentType] ?? MediaType.json.description
    guard case .data(let bytes) = try coders.encode(value, as: type).content else { return Data() }
    return bytes
  }

  /// The delimiter, the header fields of the part, and the empty line.
  private func header(of part: MultipartForm.Part) throws(NetworkRequestError) -> String {
    var text = "--\(boundary)\r\n"
    if let name = part.name {
      guard !part.headers.contains(.contentDisposition) else {
        throw .invalidRequest(.body, "\(part.label) has both a name and its own Content-Disposition")
      }
      guard [name, part.fileName ?? ""].allSatisfy(MultipartName.canBeSent) else {
        throw .invalidRequest(.body, "\(part.label) has a control character in its name or file name")
      }
      text += "Content-Disposition: form-data; name=\"\(MultipartName.escaped(name))\""
      if let fileName = part.fileName { text += "; filename=\"\(MultipartName.escaped(fileName))\"" }
      text += "\r\n"
    } else if part.fileName != nil {
      throw .invalidRequest(.body, "\(part.label) has a file name but no name")
    }
    do { try part.headers.validate() } catch {
      throw .invalidRequest(
        .body, "\(part.label) has a header field that is not allowed", underlyingError: error)
    }
    for field in part.headers { text += "\(field.name): \(field.value)\r\n" }
    return text + "\r\n"
  }
}

extension MultipartForm.Part {
  fileprivate var label: String { name.map { "the part “\($0)”" } ?? "a part without a name" }
}
