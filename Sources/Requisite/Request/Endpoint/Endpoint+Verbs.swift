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
