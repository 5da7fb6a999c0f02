/// The body of an ``Endpoint``: `.json(todo)`, `.form(["name": "Ann"])`, `.file(url, contentType: "image/png")`, …
public struct EndpointBody: Sendable {
  /// The media type that is announced; nil where the body's own type decides, or nothing is sent.
  public let contentType: String?
  private let ownContentType: String
  private let encode: @Sendable (String?, BodyCoders) throws(NetworkRequestError) -> HTTPBody

  /// No body, the default of every verb.
  public static let none = EndpointBody(HTTPBody.none)

  /// A body of a type that says itself how it is sent: an ``HTTPBody``, ``FormFields``, a ``MultipartForm``, …
  public init(_ body: some HTTPBodyConvertible) {
    self.init(convertible: body)
  }

  /// A body that is encoded already, as in `EndpointBody(.data(bytes, contentType: "image/png"))`.
  public init(_ body: HTTPBody) {
    self.init(convertible: body)
  }

  /// A value of any type, as a request would send it that declares it as its body: `Data` as bytes, `String` as text, and
  /// everything else as JSON; no body for nil.
  public init(_ value: some Encodable & Sendable) {
    contentType = nil
    ownContentType = (value as? any HTTPBodyConvertible)?.defaultContentType ?? BodyContentType.json
    encode = { contentType, coders throws(NetworkRequestError) in
      try coders.body(of: value, as: contentType)
    }
  }

  /// A value of a type that says itself how it is sent.
  public init(_ body: some HTTPBodyConvertible & Encodable) {
    self.init(convertible: body)
  }

  /// A value, encoded by the client's encoder for that content type; no body for nil.
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
  /// The type that is announced.
  public var defaultContentType: String { ownContentType }

  /// The body, encoded by the client's encoders where it is a value.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encode(contentType, coders)
  }
}

extension EndpointBody {
  /// A value as JSON.
  public static func json(_ value: some Encodable & Sendable) -> EndpointBody {
    EndpointBody(value, as: BodyContentType.json)
  }

  /// A JSON object of values of any type that JSON knows.
  public static func json(_ object: JSONObject) -> EndpointBody {
    EndpointBody(AnyJSON(object), as: BodyContentType.json)
  }

  /// A value as a form (`application/x-www-form-urlencoded`).
  public static func form(_ value: some Encodable & Sendable) -> EndpointBody {
    EndpointBody(value, as: MediaType.formURLEncoded.description)
  }

  /// Names and values as a form (`application/x-www-form-urlencoded`), in their order.
  public static func form(_ fields: FormFields) -> EndpointBody { EndpointBody(fields) }

  /// A form of several parts (`multipart/form-data`), a stream where it has a file.
  public static func multipart(_ form: MultipartForm) -> EndpointBody { EndpointBody(form) }

  /// Bytes, announced as `application/octet-stream` unless another type is given.
  public static func data(_ data: Data, contentType: String = "application/octet-stream") -> EndpointBody {
    EndpointBody(HTTPBody.data(data, contentType: contentType))
  }

  /// Text, sent in UTF-8 whatever the content type says of it.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8"
  ) -> EndpointBody {
    EndpointBody(HTTPBody.text(text, contentType: contentType))
  }

  /// A file, looked at when the request is built.
  public static func file(_ url: URL, contentType: String = "application/octet-stream") -> EndpointBody {
    EndpointBody(HTTPBody.file(url, contentType: contentType))
  }

  /// Chunks that are made while they are sent.
  public static func stream(
    _ stream: BodyStream, contentType: String = "application/octet-stream"
  ) -> EndpointBody {
    EndpointBody(HTTPBody.stream(stream, contentType: contentType))
  }
}
