extension Request where Method == HTTPMethod {
  /// `GET`
  public var method: HTTPMethod { .get }
}

extension Request where Query == NoContent {
  /// No query.
  public var queryParams: NoContent { NoContent() }
  /// No names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    QueryParams()
  }
}

extension Request where Headers == NoContent {
  /// No header fields beyond the defaults and the client's.
  public var headers: NoContent { NoContent() }
  /// No header fields.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { HTTPHeaders() }
}

extension Request where ContentType == BodyContentType {
  /// The placeholder for the body's own content type.
  public var contentType: BodyContentType { BodyContentType() }
  /// The body's own content type; `application/json` for an `Encodable`, and where there is no body.
  public func encodeContentType() throws(NetworkRequestError) -> String {
    (body as? any HTTPBodyConvertible)?.defaultContentType ?? BodyContentType.json
  }
}

extension Request where Body == NoContent {
  /// No body.
  public var body: NoContent { NoContent() }
  /// No body.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where BodyDecoder == ClientDecoder {
  /// The placeholder for the client's decoder.
  public var decoder: ClientDecoder { ClientDecoder() }
  /// The client's decoder.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { standard }
}

extension Request {
  /// The whole document.
  public var keyPath: String { "" }
  /// The client's options, nothing changed.
  public var options: RequestOptions { RequestOptions() }
  /// In memory, to be decoded: for a type whose ``decode(_:using:)`` is your own.
  public var responseForm: ResponseForm { .decoded }
  /// True: declarations are checked in debug builds.
  public static var checksDeclaration: Bool { true }
}
