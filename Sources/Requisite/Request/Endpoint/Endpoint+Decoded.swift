// Endpoints that return a decoded value, `Data` or `String`.
extension Endpoint where ReturnType: Decodable {
  /// A `GET`, which has no body.
  public static func get(_ path: RequestPath, query: QueryParams = QueryParams()) -> Endpoint {
    Endpoint(EndpointCall(method: .get, path: path, query: query), returning: .decodable)
  }

  /// A `HEAD`, which has no body.
  public static func head(_ path: RequestPath, query: QueryParams = QueryParams()) -> Endpoint {
    Endpoint(EndpointCall(method: .head, path: path, query: query), returning: .decodable)
  }

  /// A `POST`, with a body where one is given.
  public static func post(
    _ path: RequestPath, query: QueryParams = QueryParams(), body: EndpointBody = .none
  ) -> Endpoint {
    Endpoint(EndpointCall(method: .post, path: path, query: query, body: body), returning: .decodable)
  }

  /// A `PUT`, with a body where one is given.
  public static func put(
    _ path: RequestPath, query: QueryParams = QueryParams(), body: EndpointBody = .none
  ) -> Endpoint {
    Endpoint(EndpointCall(method: .put, path: path, query: query, body: body), returning: .decodable)
  }

  /// A `PATCH`, with a body where one is given.
  public static func patch(
    _ path: RequestPath, query: QueryParams = QueryParams(), body: EndpointBody = .none
  ) -> Endpoint {
    Endpoint(EndpointCall(method: .patch, path: path, query: query, body: body), returning: .decodable)
  }

  /// A `DELETE`, with a body only where one is given.
  public static func delete(
    _ path: RequestPath, query: QueryParams = QueryParams(), body: EndpointBody = .none
  ) -> Endpoint {
    Endpoint(EndpointCall(method: .delete, path: path, query: query, body: body), returning: .decodable)
  }
}
