extension Request where Body: Encodable {
  /// The value, encoded as ``contentType`` says by the request's own encoder or the client's; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    // Asked of the value: in a generic request, only that knows whether it is an Optional.
    if (body as? any NilTesting)?.isNil == true { return .none }
    return try coders.preferring(options.bodyEncoder).encode(body, as: contentType)
  }
}

extension Request where Body == JSONObject {
  /// The object, encoded as ``contentType`` says.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try coders.preferring(options.bodyEncoder).encode(AnyJSON(body), as: contentType)
  }
}

extension Request where Body == Data {
  /// `application/octet-stream`
  public var contentType: String { "application/octet-stream" }
  /// The bytes as they are.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    .data(body, contentType: contentType)
  }
}

extension Request where Body == String {
  /// `text/plain; charset=utf-8`
  public var contentType: String { "text/plain; charset=utf-8" }
  /// The text in UTF-8.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    .text(body, contentType: contentType)
  }
}

extension Request where Body == HTTPBody {
  /// The body as it is.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { body }
}

extension BodyCoders {
  /// These coders with `encoder` before the others.
  func preferring(_ encoder: (any BodyEncoder)?) -> BodyCoders {
    guard let encoder else { return self }
    var coders = self
    coders.bodies.insert(encoder, at: 0)
    return coders
  }
}
