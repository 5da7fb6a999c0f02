// A body that may be nil, where the body's own type says how it is sent: no body for nil. (An Optional of any other
// `Encodable` is in Request+Body; without these, a `Data?` would be sent as a JSON string in base 64.)

extension Request where Body == Data? {
  /// `application/octet-stream`
  public var contentType: String { "application/octet-stream" }
  /// The bytes as they are; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    body.map { .data($0, contentType: contentType) } ?? .none
  }
}

extension Request where Body == String? {
  /// `text/plain; charset=utf-8`
  public var contentType: String { "text/plain; charset=utf-8" }
  /// The text in UTF-8; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    body.map { .text($0, contentType: contentType) } ?? .none
  }
}

extension Request where Body == HTTPBody? {
  /// The body as it is; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { body ?? .none }
}

extension Request where Body == JSONObject? {
  /// The object, encoded as ``contentType`` says; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    guard let body else { return .none }
    return try coders.preferring(options.bodyEncoder).encode(AnyJSON(body), as: contentType)
  }
}

extension Request where Body == FormFields? {
  /// `application/x-www-form-urlencoded`
  public var contentType: String { "application/x-www-form-urlencoded" }
  /// The form as text; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body?.encoded(as: contentType) ?? .none
  }
}

extension Request where Body == MultipartForm? {
  /// `multipart/form-data`; the boundary is added when it is announced.
  public var contentType: String { "multipart/form-data" }
  /// The form, in memory, or as a stream where it has a file; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body?.encoded(as: contentType, with: coders.preferring(options.bodyEncoder)) ?? .none
  }
}
