/// A request with options changed for one call: what ``Request/with(_:_:)`` makes. Everything else is the request's own.
public struct ConfiguredRequest<Base: Request>: Request {
  /// What the request returns.
  public typealias ReturnType = Base.ReturnType

  /// The request as it was declared.
  public let base: Base
  /// The options of the request with those of the call in place of the same.
  public let options: RequestOptions

  /// The path of the request.
  public var path: Base.Path { base.path }
  /// The method of the request.
  public var method: Base.Method { base.method }
  /// The query of the request.
  public var queryParams: Base.Query { base.queryParams }
  /// The header fields of the request.
  public var headers: Base.Headers { base.headers }
  /// The content type of the request.
  public var contentType: Base.ContentType { base.contentType }
  /// The body of the request.
  public var body: Base.Body { base.body }
  /// The decoder of the request.
  public var decoder: Base.BodyDecoder { base.decoder }
  /// The key path of the request.
  public var keyPath: String { base.keyPath }
  /// The response form of the request.
  public var responseForm: ResponseForm { base.responseForm }
  /// False: the declaration of ``base`` is checked instead.
  public static var checksDeclaration: Bool { false }

  /// The path of the request.
  public func encodePath() throws(NetworkRequestError) -> RequestPath {
    try DeclarationCheck.run(on: base)
    return try base.encodePath()
  }

  /// The method of the request.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { try base.encodeMethod() }

  /// The query of the request.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try base.encodeQuery(with: coders)
  }

  /// The header fields of the request.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { try base.encodeHeaders() }

  /// The content type of the request.
  public func encodeContentType() throws(NetworkRequestError) -> String { try base.encodeContentType() }

  /// The body of the request.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try base.encodeBody(with: coders)
  }

  /// The decoder of the request.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder {
    base.responseDecoder(standard: standard)
  }

  /// The value that the request makes of the response.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Base.ReturnType {
    try base.decode(response, using: decoder)
  }
}

extension Request {
  /// The request with one option changed, for one call.
  ///
  /// ```swift
  /// let todos = try await client.dispatch(FindTodos().with(\.deadline, .seconds(2)))
  /// ```
  /// The option wins over what the request declares and over the client's. Options are set on endpoints in the same way:
  /// `.headlines.with(\.timeout, .seconds(5))`. For all calls of a client there is ``APIClient/with(_:_:)``.
  public func with<Value>(
    _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
  ) -> ConfiguredRequest<Self> {
    ConfiguredRequest(base: self, options: options.with(option, value))
  }

  /// The request with several options changed, for one call: those that `options` sets.
  public func with(_ options: RequestOptions) -> ConfiguredRequest<Self> {
    ConfiguredRequest(base: self, options: self.options.merging(options))
  }
}

extension ConfiguredRequest {
  /// The request with one more option changed.
  public func with<Value>(
    _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
  ) -> ConfiguredRequest {
    ConfiguredRequest(base: base, options: options.with(option, value))
  }

  /// The request with several more options changed: those that `options` sets.
  public func with(_ options: RequestOptions) -> ConfiguredRequest {
    ConfiguredRequest(base: base, options: self.options.merging(options))
  }
}
