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

// A verb with a label that it does not have, as in `client.dispatch(.post(path, json: todo))`. Without these, the compiler says that
// `Request` has no member of that name; with them, it names the label.

extension Request {
  /// Unavailable: a verb belongs to ``Endpoint``.
  @available(*, unavailable, message: "write Endpoint<Todo>.get, with the type that is returned")
  @_disfavoredOverload public static var get: Void { () }
  /// Unavailable: a verb belongs to ``Endpoint``.
  @available(*, unavailable, message: "write Endpoint<Todo>.head, with the type that is returned")
  @_disfavoredOverload public static var head: Void { () }
  /// Unavailable: a verb belongs to ``Endpoint``.
  @available(*, unavailable, message: "write Endpoint<Todo>.post, with the type that is returned")
  @_disfavoredOverload public static var post: Void { () }
  /// Unavailable: a verb belongs to ``Endpoint``.
  @available(*, unavailable, message: "write Endpoint<Todo>.put, with the type that is returned")
  @_disfavoredOverload public static var put: Void { () }
  /// Unavailable: a verb belongs to ``Endpoint``.
  @available(*, unavailable, message: "write Endpoint<Todo>.patch, with the type that is returned")
  @_disfavoredOverload public static var patch: Void { () }
  /// Unavailable: a verb belongs to ``Endpoint``.
  @available(*, unavailable, message: "write Endpoint<Todo>.delete, with the type that is returned")
  @_disfavoredOverload public static var delete: Void { () }
}

// A path in a String. It is not taken as it is, because a value in it could name another path: see ``RequestPath``. The overloads are
// disfavored, so that a literal is a ``RequestPath``.

extension Endpoint.Verb {
  /// Unavailable: a `String` does not say which parts of it are values.
  @available(*, unavailable, message: "for a path in a String, write RequestPath(verbatim: path)")
  @_disfavoredOverload
  public func callAsFunction(
    _ path: String, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    keyPath: String = "", decoder: (any ResponseDecoder)? = nil, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(RequestPath(verbatim: path), query: query, headers: headers, options: options)
  }
}

extension Endpoint.BodyVerb {
  /// Unavailable: a `String` does not say which parts of it are values.
  @available(*, unavailable, message: "for a path in a String, write RequestPath(verbatim: path)")
  @_disfavoredOverload
  public func callAsFunction(
    _ path: String, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: HTTPBody? = nil, keyPath: String = "", decoder: (any ResponseDecoder)? = nil,
    options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(RequestPath(verbatim: path), query: query, headers: headers, body: body, options: options)
  }

  /// Unavailable: a `String` does not say which parts of it are values.
  @available(*, unavailable, message: "for a path in a String, write RequestPath(verbatim: path)")
  @_disfavoredOverload
  public func callAsFunction(
    _ path: String, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: some Encodable & Sendable, keyPath: String = "", decoder: (any ResponseDecoder)? = nil,
    options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    callAsFunction(RequestPath(verbatim: path), query: query, headers: headers, options: options)
  }
}

extension Endpoint where ReturnType: Decodable {
  /// Unavailable: a `String` does not say which parts of it are values.
  @available(*, unavailable, message: "for a path in a String, write RequestPath(verbatim: path)")
  @_disfavoredOverload
  public init(
    method: HTTPMethod = .get, path: String, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil, keyPath: String = "",
    decoder: (any ResponseDecoder)? = nil, options: RequestOptions = RequestOptions()
  ) {
    self.init(method: method, path: RequestPath(verbatim: path))
  }
}
