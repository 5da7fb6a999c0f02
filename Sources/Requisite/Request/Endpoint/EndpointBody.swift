/// The body of an ``Endpoint``: `.json(todo)`, `.form(["name": "Ann"])`, `.file(url, contentType: "image/png")`, …
public struct EndpointBody: Sendable {
  /// The media type given with the body; nil if the type of the body decides it, or there is no body.
  public let contentType: String?
  private let ownContentType: String
  private let encode: @Sendable (String?, BodyCoders) throws(NetworkRequestError) -> HTTPBody

  /// No body, the default of every verb.
  public static let none = EndpointBody(HTTPBody.none)

  /// Creates a body from a type that encodes itself, such as ``FormFields`` or ``MultipartForm``.
  public init(_ body: some HTTPBodyConvertible) {
    self.init(convertible: body)
  }

  /// Creates a body from encoded bytes, a file or a stream, as in `EndpointBody(.data(bytes, contentType: "image/png"))`.
  public init(_ body: HTTPBody) {
    self.init(convertible: body)
  }

  /// Creates a body from any value, encoded like the `body` of a ``Request``.
  ///
  /// `Data` is sent as bytes, `String` as text, and everything else as JSON; nil sends no body.
  public init(_ value: some Encodable & Sendable) {
    contentType = nil
    ownContentType = (value as? any HTTPBodyConvertible)?.defaultContentType ?? HTTPBody.jsonType
    encode = { contentType, coders throws(NetworkRequestError) in
      try coders.body(of: value, as: contentType)
    }
  }

  /// Creates a body from a value that encodes itself, although it is also `Encodable`.
  public init(_ body: some HTTPBodyConvertible & Encodable) {
    self.init(convertible: body)
  }

  /// Creates a body from a value, encoded by the client's encoder for `contentType`; nil sends no body.
  ///
  /// Without such an encoder the call fails with ``NetworkRequestError/invalidRequest(_:)``.
  public init(_ value: some Encodable & Sendable, as contentType: String) {
    self.contentType = contentType
    ownContentType = contentType
    encode = { declared, coders throws(NetworkRequestError) in
      if (value as? any NilTesting)?.isNil == true { return .none }
      return try coders.encode(value, as: declared ?? contentType)
    }
  }

  private init(convertible body: some HTTPBodyConvertible) {
    contentType = (body as? HTTPBody)?.contentType
    ownContentType = body.defaultContentType
    encode = { contentType, coders throws(NetworkRequestError) in
      try body.httpBody(as: contentType, with: coders)
    }
  }
}

extension EndpointBody: HTTPBodyConvertible {
  /// The media type of the body unless the request declares another.
  public var defaultContentType: String { ownContentType }

  /// The body for a transport; a value is encoded by the encoders in `coders`.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encode(contentType, coders)
  }
}

extension EndpointBody {
  /// A value as JSON, encoded by the client's JSON encoder; nil sends no body.
  public static func json(_ value: some Encodable & Sendable) -> EndpointBody {
    EndpointBody(value, as: HTTPBody.jsonType)
  }

  /// A JSON object, with the members of a literal in their order: `.json(["model": model, "stream": true])`.
  @_disfavoredOverload
  public static func json(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) -> EndpointBody {
    .json(JSONMembers(members))
  }

  /// A JSON object of nested literals, with the members in their order.
  @_disfavoredOverload
  public static func json(_ object: JSONValue.Object) -> EndpointBody { .json(JSONValue.object(object)) }

  /// The properties of a value as a form (`application/x-www-form-urlencoded`), encoded by the client's form encoder.
  public static func form(_ value: some Encodable & Sendable) -> EndpointBody {
    EndpointBody(value, as: MediaType.formURLEncoded.description)
  }

  /// Names and values as a form (`application/x-www-form-urlencoded`), in order.
  public static func form(_ fields: FormFields) -> EndpointBody { EndpointBody(fields) }

  /// A form of several parts (`multipart/form-data`), sent as a stream if it contains a file.
  public static func multipart(_ form: MultipartForm) -> EndpointBody { EndpointBody(form) }

  /// Bytes, sent as they are; the content type is `application/octet-stream` by default.
  public static func data(_ data: Data, contentType: String = "application/octet-stream") -> EndpointBody {
    EndpointBody(HTTPBody.data(data, contentType: contentType))
  }

  /// Text, always sent in UTF-8, even if `contentType` names another charset.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8"
  ) -> EndpointBody {
    EndpointBody(HTTPBody.text(text, contentType: contentType))
  }

  /// A file, which is opened and measured when the request is built.
  public static func file(_ url: URL, contentType: String = "application/octet-stream") -> EndpointBody {
    EndpointBody(HTTPBody.file(url, contentType: contentType))
  }

  /// Part of a file; `length` is nil, the default, for the rest of the file.
  public static func file<Count: BinaryInteger>(
    _ url: URL, offset: Count, length: Count? = nil, contentType: String = "application/octet-stream"
  ) -> EndpointBody {
    EndpointBody(HTTPBody.file(url, offset: offset, length: length, contentType: contentType))
  }

  /// Chunks that are produced while they are sent.
  public static func stream(
    _ stream: BodyStream, contentType: String = "application/octet-stream"
  ) -> EndpointBody {
    EndpointBody(HTTPBody.stream(stream, contentType: contentType))
  }
}
