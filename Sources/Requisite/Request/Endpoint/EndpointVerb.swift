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
