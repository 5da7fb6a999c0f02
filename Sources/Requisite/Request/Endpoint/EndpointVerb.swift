extension Endpoint {
  /// A function that creates endpoints for a method without a body: `Endpoint.get` and `Endpoint.head`.
  ///
  /// ```swift
  /// let first: Endpoint<[Todo]> = .get(
  ///   "/todos", query: ["_page": 1], headers: ["Accept-Language": "de"])
  /// // A whole URL instead of a path below the base URL
  /// let other: Endpoint<Todo> = .get(url)
  /// ```
  public struct Verb: Sendable {
    let method: HTTPMethod
    let responseMaker: ResponseMaker<ReturnType>

    init(_ method: HTTPMethod, _ responseMaker: ResponseMaker<ReturnType>) {
      self.method = method
      self.responseMaker = responseMaker
    }

    /// Creates an endpoint without a body.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with interpolated values escaped; `.url(…)` for a whole URL.
    ///   - query: The names and values of the query; empty by default.
    ///   - headers: Header fields that override the client's fields of the same names; empty by default.
    ///   - keyPath: The path to the part of the response to decode, such as `"response.user"`; the whole document by
    ///     default.
    ///   - decoder: The decoder of the response; nil, the client's, by default.
    ///   - options: Options that override the client's, such as time limits; empty by default.
    public func callAsFunction(
      _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
      keyPath: String = "", decoder: (any ResponseDecoder)? = nil, options: RequestOptions = RequestOptions()
    ) -> Endpoint<ReturnType> {
      Endpoint(
        method, path, query: query, headers: headers, body: .none, keyPath: keyPath, decoder: decoder,
        options: options, returning: responseMaker)
    }

    /// Creates an endpoint for a whole URL, which replaces the base URL.
    public func callAsFunction(
      _ url: URL, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
      keyPath: String = "", decoder: (any ResponseDecoder)? = nil, options: RequestOptions = RequestOptions()
    ) -> Endpoint<ReturnType> {
      callAsFunction(
        .url(url), query: query, headers: headers, keyPath: keyPath, decoder: decoder, options: options)
    }
  }

  /// A function that creates endpoints for a method that may have a body: `Endpoint.post`, `put`, `patch` and `delete`.
  ///
  /// ```swift
  /// let add: Endpoint<Todo> = .post("/todos", body: todo)
  /// let form: Endpoint<Session> = .post("/login", body: .form(["user": "ann"]))
  /// let remove = Endpoint<Void>.delete("/todos/\(1)")
  /// ```
  public struct BodyVerb: Sendable {
    let method: HTTPMethod
    let responseMaker: ResponseMaker<ReturnType>

    init(_ method: HTTPMethod, _ responseMaker: ResponseMaker<ReturnType>) {
      self.method = method
      self.responseMaker = responseMaker
    }

    /// Creates an endpoint with an optional body.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with interpolated values escaped; `.url(…)` for a whole URL.
    ///   - query: The names and values of the query; empty by default.
    ///   - headers: Header fields that override the client's fields of the same names; empty by default.
    ///   - body: The body, such as `.json(todo)`; nil, the default, for no body.
    ///   - keyPath: The path to the part of the response to decode; the whole document by default.
    ///   - decoder: The decoder of the response; nil, the client's, by default.
    ///   - options: Options that override the client's, such as time limits; empty by default.
    public func callAsFunction(
      _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
      body: HTTPBody? = nil, keyPath: String = "", decoder: (any ResponseDecoder)? = nil,
      options: RequestOptions = RequestOptions()
    ) -> Endpoint<ReturnType> {
      Endpoint(
        method, path, query: query, headers: headers, body: body ?? .none, keyPath: keyPath, decoder: decoder,
        options: options, returning: responseMaker)
    }

    /// Creates an endpoint for a whole URL, which replaces the base URL.
    public func callAsFunction(
      _ url: URL, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
      body: HTTPBody? = nil, keyPath: String = "", decoder: (any ResponseDecoder)? = nil,
      options: RequestOptions = RequestOptions()
    ) -> Endpoint<ReturnType> {
      callAsFunction(
        .url(url), query: query, headers: headers, body: body, keyPath: keyPath, decoder: decoder,
        options: options)
    }

    /// Creates an endpoint that sends a value as its body.
    ///
    /// `Data` is sent as bytes, `String` as text, and everything else as JSON; nil sends no body.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with interpolated values escaped; `.url(…)` for a whole URL.
    ///   - query: The names and values of the query; empty by default.
    ///   - headers: Header fields that override the client's fields of the same names; empty by default.
    ///   - body: The value. To choose another encoding, pass an ``HTTPBody`` such as `.form(…)` instead.
    ///   - keyPath: The path to the part of the response to decode; the whole document by default.
    ///   - decoder: The decoder of the response; nil, the client's, by default.
    ///   - options: Options that override the client's, such as time limits; empty by default.
    public func callAsFunction(
      _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
      body: some Encodable & Sendable, keyPath: String = "", decoder: (any ResponseDecoder)? = nil,
      options: RequestOptions = RequestOptions()
    ) -> Endpoint<ReturnType> {
      callAsFunction(
        path, query: query, headers: headers, body: HTTPBody(body), keyPath: keyPath, decoder: decoder,
        options: options)
    }

    /// Creates an endpoint for a whole URL, which replaces the base URL, that sends a value as its body.
    public func callAsFunction(
      _ url: URL, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
      body: some Encodable & Sendable, keyPath: String = "", decoder: (any ResponseDecoder)? = nil,
      options: RequestOptions = RequestOptions()
    ) -> Endpoint<ReturnType> {
      callAsFunction(
        .url(url), query: query, headers: headers, body: HTTPBody(body), keyPath: keyPath,
        decoder: decoder, options: options)
    }
  }
}

// The verbs, for each group of return types that ResponseMaker has a rule for. `Verb` and `BodyVerb` declare their parameters
// once.

// Endpoints that return a decoded value.
extension Endpoint where ReturnType: Decodable {
  /// `GET`: requests a representation.
  public static var get: Verb { Verb(.get, .decoded) }
  /// `HEAD`: requests the header fields that a `GET` would return, without a body.
  public static var head: Verb { Verb(.head, .decoded) }
  /// `POST`: sends a representation for the resource to process.
  public static var post: BodyVerb { BodyVerb(.post, .decoded) }
  /// `PUT`: creates or replaces the resource.
  public static var put: BodyVerb { BodyVerb(.put, .decoded) }
  /// `PATCH`: changes part of the resource.
  public static var patch: BodyVerb { BodyVerb(.patch, .decoded) }
  /// `DELETE`: removes the resource.
  public static var delete: BodyVerb { BodyVerb(.delete, .decoded) }

  /// Creates an endpoint with any method, such as `OPTIONS` or one chosen at run time; a `GET` by default.
  public init(
    method: HTTPMethod = .get, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil, keyPath: String = "",
    decoder: (any ResponseDecoder)? = nil, options: RequestOptions = RequestOptions()
  ) {
    self = BodyVerb(method, .decoded)(
      path, query: query, headers: headers, body: body, keyPath: keyPath, decoder: decoder, options: options)
  }
}

// Endpoints that return a type that creates itself from the response. They are disfavored, because such a type may be decodable
// too: the rule for those finds out that it creates itself.
extension Endpoint where ReturnType: ResponseConvertible {
  /// `GET`: requests a representation.
  @_disfavoredOverload public static var get: Verb { Verb(.get, .converted) }
  /// `HEAD`: requests the header fields that a `GET` would return, without a body.
  @_disfavoredOverload public static var head: Verb { Verb(.head, .converted) }
  /// `POST`: sends a representation for the resource to process.
  @_disfavoredOverload public static var post: BodyVerb { BodyVerb(.post, .converted) }
  /// `PUT`: creates or replaces the resource.
  @_disfavoredOverload public static var put: BodyVerb { BodyVerb(.put, .converted) }
  /// `PATCH`: changes part of the resource.
  @_disfavoredOverload public static var patch: BodyVerb { BodyVerb(.patch, .converted) }
  /// `DELETE`: removes the resource.
  @_disfavoredOverload public static var delete: BodyVerb { BodyVerb(.delete, .converted) }

  /// Creates an endpoint with any method, such as `OPTIONS` or one chosen at run time; a `GET` by default.
  @_disfavoredOverload
  public init(
    method: HTTPMethod = .get, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil, keyPath: String = "",
    decoder: (any ResponseDecoder)? = nil, options: RequestOptions = RequestOptions()
  ) {
    self = BodyVerb(method, .converted)(
      path, query: query, headers: headers, body: body, keyPath: keyPath, decoder: decoder, options: options)
  }
}

// Endpoints that return nothing. A GET without a result is `Endpoint<NoContent>.get`.
extension Endpoint where ReturnType == Void {
  /// `HEAD`: requests the header fields that a `GET` would return, without a body.
  public static var head: Verb { Verb(.head, .nothing) }
  /// `POST`: sends a representation for the resource to process.
  public static var post: BodyVerb { BodyVerb(.post, .nothing) }
  /// `PUT`: creates or replaces the resource.
  public static var put: BodyVerb { BodyVerb(.put, .nothing) }
  /// `PATCH`: changes part of the resource.
  public static var patch: BodyVerb { BodyVerb(.patch, .nothing) }
  /// `DELETE`: removes the resource.
  public static var delete: BodyVerb { BodyVerb(.delete, .nothing) }

  /// Creates an endpoint with any method, such as `OPTIONS` or one chosen at run time.
  public init(
    method: HTTPMethod, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body ?? .none, options: options, returning: .nothing
    )
  }
}

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
