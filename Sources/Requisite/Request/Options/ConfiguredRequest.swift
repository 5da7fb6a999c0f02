/// A request with other options, as ``Request/with(_:_:)`` returns it; everything else is forwarded to ``base``.
public struct ConfiguredRequest<Base: Request>: Request {
  /// The type that ``base`` returns.
  public typealias ReturnType = Base.ReturnType

  /// The request as declared, without the changed options.
  public let base: Base
  /// The options that ``base`` declares, overridden by the options of the call.
  public let options: RequestOptions

  /// The path of ``base``.
  public var path: Base.Path { base.path }
  /// The method of ``base``.
  public var method: Base.Method { base.method }
  /// The query of ``base``.
  public var queryParams: Base.Query { base.queryParams }
  /// The header fields of ``base``.
  public var headers: Base.Headers { base.headers }
  /// The content type of ``base``.
  public var contentType: Base.ContentType { base.contentType }
  /// The body of ``base``.
  public var body: Base.Body { base.body }
  /// The decoder of ``base``.
  public var decoder: Base.BodyDecoder { base.decoder }
  /// The key path of ``base``.
  public var keyPath: Base.ResponseKeyPath { base.keyPath }
  /// The response form of ``base``.
  public var responseForm: ResponseForm { base.responseForm }
  /// False, because the declaration of ``base`` is checked instead.
  public static var checksDeclaration: Bool { false }

  /// The path of ``base``, whose declaration is checked first in debug builds.
  public func encodePath() throws(NetworkRequestError) -> RequestPath {
    try DeclarationCheck.run(on: base)
    return try base.encodePath()
  }

  /// The method of ``base``.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { try base.encodeMethod() }

  /// The query of ``base``.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try base.encodeQuery(with: coders)
  }

  /// The header fields of ``base``.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { try base.encodeHeaders() }

  /// The content type of ``base``.
  public func encodeContentType() throws(NetworkRequestError) -> String { try base.encodeContentType() }

  /// The body of ``base``.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try base.encodeBody(with: coders)
  }

  /// The decoder of ``base``.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder {
    base.responseDecoder(standard: standard)
  }

  /// The key path of ``base``.
  public func encodeKeyPath() -> String { base.encodeKeyPath() }

  /// The value that ``base`` creates from the response.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Base.ReturnType {
    try base.decode(response, using: decoder)
  }
}

extension Request {
  /// A copy of the request with one option changed, for one call.
  ///
  /// ```swift
  /// let todos = try await client.dispatch(FindTodos().with(\.deadline, .seconds(2)))
  /// ```
  /// The option overrides the one that the request declares and the client's. Endpoints have the same function:
  /// `.headlines.with(\.timeout, .seconds(5))`. To change an option for all calls of a client, use
  /// ``APIClient/with(_:_:)``.
  public func with<Value>(
    _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
  ) -> ConfiguredRequest<Self> {
    ConfiguredRequest(base: self, options: options.with(option, value))
  }

  /// A copy of the request with every option that `options` sets, for one call.
  public func with(_ options: RequestOptions) -> ConfiguredRequest<Self> {
    ConfiguredRequest(base: self, options: self.options.merging(options))
  }
}

extension ConfiguredRequest {
  /// A copy with one more option changed; options changed before stay.
  public func with<Value>(
    _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
  ) -> ConfiguredRequest {
    ConfiguredRequest(base: base, options: options.with(option, value))
  }

  /// A copy with every option that `options` sets; other options changed before stay.
  public func with(_ options: RequestOptions) -> ConfiguredRequest {
    ConfiguredRequest(base: base, options: self.options.merging(options))
  }
}
