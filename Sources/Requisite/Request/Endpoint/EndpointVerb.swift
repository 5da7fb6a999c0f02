/// Makes endpoints of a method that sends no body: `Endpoint.get` and `Endpoint.head`. It is called like a function.
///
/// ```swift
/// let first: Endpoint<[Todo]> = .get("/todos", query: ["_page": 1], headers: ["Accept-Language": "de"])
/// let other: Endpoint<Todo> = .get(.url(url))   // a whole URL instead of a path below the base URL
/// ```
public struct EndpointVerb<ReturnType: Sendable>: Sendable {
  let method: HTTPMethod
  let responseMaker: ResponseMaker<ReturnType>

  init(_ method: HTTPMethod, _ responseMaker: ResponseMaker<ReturnType>) {
    (self.method, self.responseMaker) = (method, responseMaker)
  }

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - path: The path below the base URL; values in it are escaped. `.url(…)` for a whole URL.
  ///   - query: Names and values; none by default.
  ///   - headers: Fields that win over the client's; none by default.
  ///   - options: Time limits and the like, in place of the client's; none by default.
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    Endpoint(
      method, path, query: query, headers: headers, body: .none, options: options, returning: responseMaker)
  }
}

/// Makes endpoints of a method that may send a body: `Endpoint.post`, `put`, `patch` and `delete`. It is called like a
/// function.
///
/// ```swift
/// let add: Endpoint<Todo> = .post("/todos", body: todo)
/// let form: Endpoint<Session> = .post("/login", body: .form(["user": "ann"]))
/// let remove = Endpoint<Void>.delete("/todos/\(1)")
/// ```
public struct EndpointBodyVerb<ReturnType: Sendable>: Sendable {
  let method: HTTPMethod
  let responseMaker: ResponseMaker<ReturnType>

  init(_ method: HTTPMethod, _ responseMaker: ResponseMaker<ReturnType>) {
    (self.method, self.responseMaker) = (method, responseMaker)
  }

  /// Makes an endpoint with a body where one is given.
  ///
  /// - Parameters:
  ///   - path: The path below the base URL; values in it are escaped. `.url(…)` for a whole URL.
  ///   - query: Names and values; none by default.
  ///   - headers: Fields that win over the client's; none by default.
  ///   - body: What is sent; no body by default.
  ///   - options: Time limits and the like, in place of the client's; none by default.
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: EndpointBody = .none, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    Endpoint(
      method, path, query: query, headers: headers, body: body, options: options, returning: responseMaker)
  }

  /// Makes an endpoint that sends a value: `Data` as bytes, `String` as text, everything else as JSON; no body for nil.
  ///
  /// - Parameters:
  ///   - path: The path below the base URL; values in it are escaped. `.url(…)` for a whole URL.
  ///   - query: Names and values; none by default.
  ///   - headers: Fields that win over the client's; none by default.
  ///   - body: The value. `.json(…)`, `.form(…)` and the other kinds of ``EndpointBody`` choose another encoding.
  ///   - options: Time limits and the like, in place of the client's; none by default.
  public func callAsFunction(
    _ path: RequestPath, query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(),
    body: some Encodable & Sendable, options: RequestOptions = RequestOptions()
  ) -> Endpoint<ReturnType> {
    Endpoint(
      method, path, query: query, headers: headers, body: EndpointBody(body), options: options,
      returning: responseMaker)
  }
}

// Which return types have verbs: all those that ResponseMaker has a rule for. What the verbs take stands once, in EndpointVerb
// and EndpointBodyVerb.

// Endpoints that return a decoded value.
extension Endpoint where ReturnType: Decodable {
  /// `GET`: asks for a representation.
  public static var get: EndpointVerb<ReturnType> { EndpointVerb(.get, .decoded) }
  /// `HEAD`: asks for the header fields that a `GET` would get.
  public static var head: EndpointVerb<ReturnType> { EndpointVerb(.head, .decoded) }
  /// `POST`: hands a representation to the resource to process.
  public static var post: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.post, .decoded) }
  /// `PUT`: replaces the resource.
  public static var put: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.put, .decoded) }
  /// `PATCH`: changes a part of the resource.
  public static var patch: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.patch, .decoded) }
  /// `DELETE`: removes the resource.
  public static var delete: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.delete, .decoded) }

  /// Makes an endpoint of any method, such as `OPTIONS` or one that a variable holds.
  public init(
    method: HTTPMethod, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: EndpointBody = .none,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body, options: options, returning: .decoded)
  }
}

// Endpoints that return a type made of the response in its own way.
extension Endpoint where ReturnType: ResponseValue {
  /// `GET`: asks for a representation.
  public static var get: EndpointVerb<ReturnType> { EndpointVerb(.get, .converted) }
  /// `HEAD`: asks for the header fields that a `GET` would get.
  public static var head: EndpointVerb<ReturnType> { EndpointVerb(.head, .converted) }
  /// `POST`: hands a representation to the resource to process.
  public static var post: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.post, .converted) }
  /// `PUT`: replaces the resource.
  public static var put: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.put, .converted) }
  /// `PATCH`: changes a part of the resource.
  public static var patch: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.patch, .converted) }
  /// `DELETE`: removes the resource.
  public static var delete: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.delete, .converted) }

  /// Makes an endpoint of any method, such as `OPTIONS` or one that a variable holds.
  public init(
    method: HTTPMethod, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: EndpointBody = .none,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body, options: options, returning: .converted)
  }
}

// Endpoints that return a type that is both: what it says of itself holds.
extension Endpoint where ReturnType: ResponseValue & Decodable {
  /// `GET`: asks for a representation.
  public static var get: EndpointVerb<ReturnType> { EndpointVerb(.get, .converted) }
  /// `HEAD`: asks for the header fields that a `GET` would get.
  public static var head: EndpointVerb<ReturnType> { EndpointVerb(.head, .converted) }
  /// `POST`: hands a representation to the resource to process.
  public static var post: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.post, .converted) }
  /// `PUT`: replaces the resource.
  public static var put: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.put, .converted) }
  /// `PATCH`: changes a part of the resource.
  public static var patch: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.patch, .converted) }
  /// `DELETE`: removes the resource.
  public static var delete: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.delete, .converted) }

  /// Makes an endpoint of any method, such as `OPTIONS` or one that a variable holds.
  public init(
    method: HTTPMethod, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: EndpointBody = .none,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body, options: options, returning: .converted)
  }
}

// Endpoints that return nothing. (A GET without a result is `Endpoint<NoContent>.get`: with a `get` here, one whose result
// type was forgotten would compile, and return nothing.)
extension Endpoint where ReturnType == Void {
  /// `HEAD`: asks for the header fields that a `GET` would get.
  public static var head: EndpointVerb<ReturnType> { EndpointVerb(.head, .nothing) }
  /// `POST`: hands a representation to the resource to process.
  public static var post: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.post, .nothing) }
  /// `PUT`: replaces the resource.
  public static var put: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.put, .nothing) }
  /// `PATCH`: changes a part of the resource.
  public static var patch: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.patch, .nothing) }
  /// `DELETE`: removes the resource.
  public static var delete: EndpointBodyVerb<ReturnType> { EndpointBodyVerb(.delete, .nothing) }

  /// Makes an endpoint of any method, such as `OPTIONS` or one that a variable holds.
  public init(
    method: HTTPMethod, path: RequestPath, query: QueryParams = QueryParams(),
    headers: HTTPHeaders = HTTPHeaders(), body: EndpointBody = .none,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body, options: options, returning: .nothing)
  }
}
