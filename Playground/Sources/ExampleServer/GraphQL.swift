import FlyingFox

/// Adds a GraphQL endpoint that knows one todo. Errors have status 200, as is usual in GraphQL.
@Sendable func addGraphQL(to server: HTTPServer) async {
  await server.appendRoute("POST /graphql") { request in
    guard try await request.text.contains(#""id":"7""#) else {
      return .text(#"{"data":null,"errors":[{"message":"no todo has this id","path":["todo"]}]}"#)
    }
    return .text(#"{"data":{"todo":{"title":"Water the basil","completed":false}}}"#)
  }
}
