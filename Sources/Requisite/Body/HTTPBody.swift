/// The body of a request — no body, a value, bytes, a file or a stream — and the media type announced for it.
///
/// ```swift
/// struct UploadPhoto: Request {
///   typealias ReturnType = Photo
///   let path = "/photos"
///   let method = HTTPMethod.post
///   let body: HTTPBody            // .file(url, contentType: "image/jpeg")
/// }
/// let added: Todo = try await client.dispatch(.post("/todos", body: .json(todo)))
/// ```
/// A value, as in `.json(todo)` or `.form(["name": "Ann"])`, is encoded when a request is built: by the encoders of the client,
/// or for a ``TransportRequest`` that is built by hand by those of ``BodyCoders/standard``.
public struct HTTPBody: Sendable {
  /// The source of the bytes.
  public enum Content: Sendable {
    /// No body, which differs from an empty body.
    case none
    /// Bytes that are in memory.
    case data(Data)
    /// A file of `length` bytes, read while the request is sent.
    ///
    /// Building the request checks the file and sets `length`, which is -1 before.
    case file(URL, length: Int64)
    /// A stream, read while the request is sent.
    case stream(BodyStream)
  }

  typealias Encoding =
    @Sendable (_ contentType: String?, BodyCoders) throws(NetworkRequestError) -> HTTPBody

  /// The source of the bytes: memory, a file or a stream. ``Content/none`` for a value that is not encoded yet.
  public let content: Content
  /// The value of `Content-Type`; nil if the body announces no type or the request's own header fields do.
  public let contentType: String?

  /// True if the library encoded the bytes, so that ``contentType`` is their type for certain.
  let isEncoded: Bool
  /// Encodes a value; nil for all other bodies.
  private let encoding: Encoding?

  init(content: Content, contentType: String?, isEncoded: Bool = false) {
    self.content = content
    self.contentType = contentType
    self.isEncoded = isEncoded
    encoding = nil
  }

  private init(contentType: String, encoding: @escaping Encoding) {
    content = .none
    self.contentType = contentType
    isEncoded = false
    self.encoding = encoding
  }
}

/// Unavailable: a file is one kind of ``HTTPBody``.
@available(*, unavailable, message: "declare the body as an HTTPBody and pass HTTPBody.file(url)")
public typealias FileBody = HTTPBody

extension HTTPBody {
  /// No body: neither `Content-Type` nor `Content-Length` is sent.
  public static let none = HTTPBody(content: .none, contentType: nil)

  /// Bytes in memory, announced as `application/octet-stream` by default; with a `contentType` of nil, without a type.
  public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPBody {
    HTTPBody(content: .data(data), contentType: contentType)
  }

  /// Text in UTF-8, announced as `text/plain; charset=utf-8` by default.
  public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> HTTPBody {
    HTTPBody(content: .data(Data(text.utf8)), contentType: contentType)
  }

  /// A file, read while the request is sent.
  ///
  /// Building the request checks that the file exists, is a regular file and can be read; otherwise it throws
  /// ``NetworkRequestError/invalidRequest(_:)``. It is declared as `application/octet-stream` by default; with a `contentType`
  /// of nil, no `Content-Type` is sent.
  public static func file(_ url: URL, contentType: String? = "application/octet-stream") -> HTTPBody {
    HTTPBody(content: .file(url, length: unchecked), contentType: contentType)
  }

  /// Part of a file, read while the request is sent, such as one piece of an upload in pieces.
  ///
  /// ```swift
  /// let piece = HTTPBody.file(url, offset: 5 << 20, length: 5 << 20)
  /// ```
  /// Building the request checks the file as for a whole one, and that it has the part; otherwise it throws
  /// ``NetworkRequestError/invalidRequest(_:)``. Transports send the part as a stream of known length.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes of the file before the part.
  ///   - length: The number of bytes of the part; nil, the default, for the rest of the file.
  public static func file<Count: BinaryInteger>(
    _ url: URL, offset: Count, length: Count? = nil, contentType: String? = "application/octet-stream"
  ) -> HTTPBody {
    let part = FilePart(url: url, offset: Int64(clamping: offset), length: length.map { Int64(clamping: $0) })
    return HTTPBody(content: .stream(BodyStream(part: part)), contentType: contentType)
  }

  /// A stream of chunks.
  ///
  /// A known length is announced as `Content-Length`; a body of unknown length is sent in chunks.
  public static func stream(_ stream: BodyStream, contentType: String? = "application/octet-stream")
    -> HTTPBody
  {
    HTTPBody(content: .stream(stream), contentType: contentType)
  }

  /// A stream of the chunks of a sequence, such as a ``ByteStream``, an `AsyncStream<Data>` or one of `[UInt8]`, as in
  /// `.stream(chunks, length: count, contentType: "text/csv")`.
  ///
  /// It can be sent once, so the call is not retried; for a sequence that can be made again, see
  /// ``BodyStream/init(length:restarting:)``. A known length is declared as `Content-Length`.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, length: Int64? = nil, contentType: String? = "application/octet-stream"
  ) -> HTTPBody where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
    .stream(BodyStream(length: length, chunks), contentType: contentType)
  }

  /// A stream of the bytes of a sequence, such as those of a `FileHandle`, which are sent in chunks of 16 KiB.
  ///
  /// It can be sent once, so the call is not retried. A known length is announced as `Content-Length`.
  public static func stream<Bytes: AsyncSequence & Sendable>(
    _ bytes: Bytes, length: Int64? = nil, contentType: String? = "application/octet-stream"
  ) -> HTTPBody where Bytes.Element == UInt8 {
    .stream(BodyStream(length: length, bytes), contentType: contentType)
  }

  static let unchecked: Int64 = -1

  /// The number of bytes; nil for a stream of unknown length, and for a value or a file before the request is built.
  public var length: Int64? {
    switch content {
    case .none: isUnencoded ? nil : 0
    case .data(let data): Int64(data.count)
    case .file(_, let length): length == Self.unchecked ? nil : length
    case .stream(let stream): stream.length
    }
  }

  /// True if there is no body, which is different from an empty one.
  public var isNone: Bool {
    if case .none = content { !isUnencoded } else { false }
  }

  /// True if the body can be sent a second time, for a redirect or another attempt.
  public var isReplayable: Bool {
    if case .stream(let stream) = content { stream.isReplayable } else { true }
  }

  /// Returns the bytes, for a transport of your own that sends them; none if there is no body.
  ///
  /// The stream fails with `.requestBodyStreamExhausted` if there are more or fewer bytes than ``length``.
  public func makeStream() -> ByteStream { makeStream(for: nil) }

  /// Returns the bytes. A failure of the stream names the request.
  package func makeStream(for request: TransportRequest?) -> ByteStream {
    switch content {
    case .none: ByteStream(Data())
    case .data(let data): ByteStream(data)
    case .file(let url, _): .file(url, length: length)
    case .stream(let stream): stream.checkedStream(for: request)
    }
  }

  /// True if the bytes come from a file or a stream, which are read while the request is sent.
  var isReadWhileSent: Bool {
    switch content {
    case .none, .data: false
    case .file, .stream: true
    }
  }

  /// A copy of the body with another media type.
  public func declared(as contentType: String?) -> HTTPBody {
    guard let encoding else { return HTTPBody(content: content, contentType: contentType) }
    return HTTPBody(contentType: contentType ?? defaultContentType) {
      declared, coders throws(NetworkRequestError) in
      guard let type = declared ?? contentType else { return try encoding(nil, coders).declared(as: nil) }
      return try encoding(type, coders)
    }
  }
}

// Values.
extension HTTPBody {
  /// Creates a body from a type that encodes itself, such as ``FormFields`` or ``MultipartForm``.
  public init(_ body: some HTTPBodyConvertible) {
    self = body as? HTTPBody ?? HTTPBody(contentType: body.defaultContentType, encoding: body.httpBody)
  }

  /// Creates a body from any value, encoded like the `body` of a ``Request``.
  ///
  /// `Data` is sent as bytes, `String` as text, and everything else as JSON; nil sends no body.
  public init(_ value: some Encodable & Sendable) {
    self.init(
      contentType: (value as? any HTTPBodyConvertible)?.defaultContentType ?? Self.jsonType
    ) { contentType, coders throws(NetworkRequestError) in
      try coders.body(of: value, as: contentType)
    }
  }

  /// Creates a body from a value that encodes itself, although it is also `Encodable`.
  public init(_ body: some HTTPBodyConvertible & Encodable) {
    self.init(contentType: body.defaultContentType, encoding: body.httpBody)
  }

  /// Creates a body from a value, encoded by the client's encoder for `contentType`; nil sends no body.
  ///
  /// Without such an encoder the call fails with ``NetworkRequestError/invalidRequest(_:)``.
  public init(_ value: some Encodable & Sendable, as contentType: String) {
    self.init(contentType: contentType) { declared, coders throws(NetworkRequestError) in
      if (value as? any NilTesting)?.isNil == true { return .none }
      return try coders.encode(value, as: declared ?? contentType)
    }
  }

  /// A value as JSON, encoded by the client's JSON encoder; nil sends no body.
  public static func json(_ value: some Encodable & Sendable) -> HTTPBody {
    HTTPBody(value, as: jsonType)
  }

  /// A JSON object, with the members of a literal in their order: `.json(["model": model, "stream": true])`.
  @_disfavoredOverload
  public static func json(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) -> HTTPBody {
    .json(JSONMembers(members))
  }

  /// A JSON object of nested literals, with the members in their order.
  @_disfavoredOverload
  public static func json(_ object: JSONValue.Object) -> HTTPBody { .json(JSONValue.object(object)) }

  /// The properties of a value as a form (`application/x-www-form-urlencoded`), encoded by the client's form encoder.
  public static func form(_ value: some Encodable & Sendable) -> HTTPBody {
    HTTPBody(value, as: MediaType.formURLEncoded.description)
  }

  /// Names and values as a form (`application/x-www-form-urlencoded`), in order.
  public static func form(_ fields: FormFields) -> HTTPBody { HTTPBody(fields) }

  /// A form of several parts (`multipart/form-data`), sent as a stream if it contains a file.
  public static func multipart(_ form: MultipartForm) -> HTTPBody { HTTPBody(form) }

  /// True for a value that is not encoded yet.
  var isUnencoded: Bool {
    // A comparison with nil would need the metadata of a function type with typed throws, which older systems lack.
    if case .some = encoding { true } else { false }
  }

  /// The bytes of a value; the body itself if it is no value.
  func encoded(
    as contentType: String? = nil, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    guard let encoding else { return self }
    return try encoding(contentType, coders).encoded(with: coders)
  }
}

extension HTTPBody {
  /// Sets the body's `Content-Type` in the client's header fields.
  ///
  /// A `Content-Type` that the client sets for all requests is kept only if it names the same format, such as
  /// `application/vnd.api+json` for JSON; otherwise the body's own type replaces it. Without a body the field is
  /// removed, because some servers then insist on a body.
  func addContentType(to fields: inout HTTPHeaders) {
    let present = fields.isEmpty ? nil : fields[.contentType]
    if isNone {
      if present != nil { fields.remove(.contentType) }
    } else if let contentType, present != contentType {
      if let present, Self.isSame(present, as: contentType) { return }
      fields.set(HTTPHeader(.contentType, contentType))
    }
  }

  /// Throws if the request's header fields announce another type than the one that the body was encoded as.
  ///
  /// Bodies that the library did not encode may be announced as any type.
  func checkContentType(in fields: HTTPHeaders) throws(NetworkRequestError) {
    guard isEncoded, !fields.isEmpty, let contentType, let declared = fields[.contentType],
      declared != contentType, !Self.isSame(declared, as: contentType)
    else { return }
    throw .invalidRequest(
      .header,
      "the header “Content-Type: \(declared)” does not match the encoding of the body, “\(contentType)”: "
        + "declare it as the contentType")
  }

  private static func isSame(_ declared: String, as contentType: String) -> Bool {
    guard let declared = MediaType(declared), let encoded = MediaType(contentType) else { return false }
    guard encoded[parameter: "boundary"] == declared[parameter: "boundary"] else { return false }
    return encoded.matches(declared) || declared.matches(encoded)
  }
}

extension HTTPBody {
  /// Opens the body's file and returns the body with the length of the file or of its part.
  ///
  /// URLSession on Linux hangs on a directory, and reports success without sending anything if the file is missing. So
  /// the file is opened here, before anything is sent.
  func checked() throws(NetworkRequestError) -> HTTPBody {
    switch content {
    case .file(let url, Self.unchecked):
      return HTTPBody(content: .file(url, length: try Self.length(of: url)), contentType: contentType)
    case .stream(let stream):
      try stream.checkPass()
      guard let part = stream.part else { return self }
      return HTTPBody(content: .stream(try part.stream()), contentType: contentType)
    case .none, .data, .file: return self
    }
  }

  static func length(of url: URL) throws(NetworkRequestError) -> Int64 {
    try FileReader(FilePart(url: url)).size()
  }
}

extension HTTPBody: CustomStringConvertible, CustomReflectable {
  /// The kind and size of the body, without its content.
  public var description: String {
    switch content {
    case .none: isUnencoded ? "a value" : "no body"
    case .data(let data): "\(data.count) bytes"
    case .file(let url, let length): "the file \(url.lastPathComponent), \(length) bytes"
    case .stream(let stream): "a stream\(stream.length.map { " of \($0) bytes" } ?? "")"
    }
  }

  /// What `dump` shows: no content, which may contain secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["content": description, "contentType": contentType as Any])
  }
}
