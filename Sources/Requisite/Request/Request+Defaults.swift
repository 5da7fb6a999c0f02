extension Request {
  /// `GET`
  public var method: HTTPMethod { .get }
  /// `application/json`
  public var contentType: String { "application/json" }
  /// The whole document.
  public var keyPath: String { "" }
  /// The client's options, nothing changed.
  public var options: RequestOptions { RequestOptions() }
  /// Whole, to be decoded: for a type whose ``decode(_:using:)`` is your own.
  public var responseForm: ResponseForm { .decoded }
}

extension Request where Query == NoContent {
  /// None.
  public var queryParams: NoContent { NoContent() }
  /// None.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    QueryParams()
  }
}

extension Request where Headers == HTTPHeaders {
  /// None beyond the defaults.
  public var headers: HTTPHeaders { HTTPHeaders() }
}

extension Request where Body == NoContent {
  /// None.
  public var body: NoContent { NoContent() }
  /// None.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where BodyDecoder == ClientDecoder {
  /// The client's.
  public var decoder: ClientDecoder { ClientDecoder() }
  /// The client's.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { standard }
}

extension Request where BodyDecoder: ResponseDecoder {
  /// The request's own.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { decoder }
}
