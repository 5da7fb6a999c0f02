// Bodies are disfavored here, because a value may be `Encodable` too.
extension Endpoint.BodyVerb {
  /// Creates an endpoint that sends a body of a type that encodes itself, such as ``MultipartForm``.
  @_disfavoredOverload
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: some HTTPBodyConvertible, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(path, query: query, headers: headers, body: HTTPBody(body), options: options)
  }

  /// Creates an endpoint that sends a JSON object, with the members of a literal in their order:
  /// `.post("/todos", body: ["title": title, "completed": false])`.
  @_disfavoredOverload
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: KeyValuePairs<String, (any Encodable & Sendable)?>, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(path, query: query, headers: headers, body: .json(body), options: options)
  }

  /// Creates an endpoint that sends a JSON object of nested literals, with the members in their order.
  @_disfavoredOverload
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: JSONValue.Object, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(path, query: query, headers: headers, body: .json(body), options: options)
  }
}

// What is likely to be written and cannot be sent, so that the compiler says what to write instead.

extension Endpoint.Verb {
  /// Unavailable: a `GET` or `HEAD` has no body.
  @available(*, unavailable, message: "a GET or HEAD has no body: pass query, or use post")
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: HTTPBody, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(path, query: query, headers: headers, options: options)
  }

  /// Unavailable: a `GET` or `HEAD` has no body.
  @available(*, unavailable, message: "a GET or HEAD has no body: pass query, or use post")
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: some Encodable, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(path, query: query, headers: headers, options: options)
  }
}

extension Endpoint where ReturnType == Void {
  /// Unavailable: a GET whose result type was forgotten would return nothing.
  @available(
    *, unavailable, message: "a GET needs a result type, as in: let todos: [Todo] = …; or use NoContent"
  )
  public static var get: Verb { Verb(.get, .nothing) }
}

extension Endpoint {
  /// Unavailable: an upload is a POST or PUT with a file as its body.
  @available(
    *, unavailable, message: "an upload is a post or put with a body, as in: .post(path, body: .file(url))"
  )
  public static var upload: BodyVerb {
    get throws(NetworkRequestError) { throw .cancelled(nil) }
  }
}
