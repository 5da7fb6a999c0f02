extension Request where Body: HTTPBodyConvertible {
  /// The body as its type says, announced as the ``contentType`` that the request declares, or as the body's own.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body.httpBody(as: declaredContentType(), with: coders)
  }
}

extension Request where Body: Encodable {
  /// The value, encoded as ``contentType`` says; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try coders.body(of: body, as: declaredContentType())
  }
}

extension Request where Body: Encodable & HTTPBodyConvertible {
  /// The body as its type says, announced as the ``contentType`` that the request declares, or as the body's own.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body.httpBody(as: declaredContentType(), with: coders)
  }
}

extension Request where Body == URL {
  /// Does not exist: a URL says neither that it is a file to send nor that it is text.
  @available(
    *, unavailable, message: "to send a file, declare an HTTPBody: HTTPBody.file(url)"
  )
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where Body == URL? {
  /// Does not exist: a URL says neither that it is a file to send nor that it is text.
  @available(
    *, unavailable, message: "to send a file, declare an HTTPBody: HTTPBody.file(url)"
  )
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request {
  /// The content type that the request declares; nil where the body's type decides.
  fileprivate func declaredContentType() throws(NetworkRequestError) -> String? {
    ContentType.self == BodyContentType.self ? nil : try encodeContentType()
  }
}

extension BodyCoders {
  /// The rule by which a value of any type becomes a body, for requests and endpoints: as its type says where that is an
  /// ``HTTPBodyConvertible``, none for nil, and otherwise encoded as `contentType`, which is JSON for nil.
  ///
  /// The value is asked at run time, because only it knows in a generic request what it is.
  func body(
    of value: some Encodable, as contentType: String?
  ) throws(NetworkRequestError) -> HTTPBody {
    if let convertible = value as? any HTTPBodyConvertible {
      return try convertible.httpBody(as: contentType, with: self)
    }
    if (value as? any NilTesting)?.isNil == true { return .none }
    guard !(value is URL) else {
      throw .invalidRequest(InvalidRequest(.body, "a URL is no body: to send a file, use HTTPBody.file(url)"))
    }
    return try encode(value, as: contentType ?? BodyContentType.json)
  }
}
