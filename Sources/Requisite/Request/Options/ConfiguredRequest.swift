/// A request with other options and more header fields; everything else is forwarded to `base`.
private struct ConfiguredRequest<Base: Request>: Request {
  typealias ReturnType = Base.ReturnType

  let base: Base
  /// The options that `base` declares, overridden by the options of the call.
  let options: RequestOptions
  /// The fields of the call, which replace those of `base` with the same names.
  var fields = HTTPHeaders()

  var method: HTTPMethod { get throws { try base.encodeMethod() } }
  var headers: HTTPHeaders { get throws { try base.encodeHeaders().merging(fields) } }
  var keyPath: String { base.encodeKeyPath() }
  var responseForm: ResponseForm { base.responseForm }
  /// False, because the declaration of `base` is checked instead.
  static var checksDeclaration: Bool { false }

  /// The path of `base`, whose declaration is checked first in debug builds.
  var path: RequestPath {
    get throws {
      try DeclarationCheck.run(on: base)
      return try base.encodePath()
    }
  }

  func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try base.encodeQuery(with: coders)
  }

  func encodeContentType() throws(NetworkRequestError) -> String { try base.encodeContentType() }

  func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try base.encodeBody(with: coders)
  }

  func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder {
    base.responseDecoder(standard: standard)
  }

  func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Base.ReturnType {
    try base.decode(response, using: decoder)
  }
}

extension Request {
  /// A copy of the request with one option changed, for one call.
  ///
  /// ```swift
  /// let todos = try await client.dispatch(
  ///   FindTodos().with(\.deadline, .seconds(2)))
  /// ```
  /// The option overrides the one that the request declares and the client's; options changed before stay. Endpoints have
  /// the same function: `.headlines.with(\.timeout, .seconds(5))`. To change an option for all calls of a client, use
  /// ``APIClient/with(_:_:)-(_,Value)``.
  public func with<Value>(
    _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
  ) -> some Request<ReturnType> {
    ConfiguredRequest(base: self, options: encodeOptions().with(option, value))
  }

  /// A copy of the request with a header field, for one call, in place of the field of that name; nil sends the request
  /// unchanged.
  ///
  /// ```swift
  /// let found = try await client.response(for: FindTodo(id: 7))
  /// do {
  ///   let changed = try await client.dispatch(
  ///     FindTodo(id: 7).header(.ifNoneMatch, found.headers[.eTag]))
  ///   print(changed.title)
  /// } catch where error.status == 304 {
  ///   print("not changed")
  /// } catch {
  ///   throw error
  /// }
  /// ```
  public func header(_ name: HTTPHeaderName, _ value: String?) -> some Request<ReturnType> {
    ConfiguredRequest(
      base: self, options: encodeOptions(), fields: HTTPHeaders(value.map { [HTTPHeader(name, $0)] } ?? []))
  }

  /// A copy of the request with every option that `options` sets, for one call.
  public func with(_ options: RequestOptions) -> some Request<ReturnType> {
    ConfiguredRequest(base: self, options: encodeOptions().merging(options))
  }
}
