import FlyingFox
import Foundation

/// Adds a part of GitHub: two pages of issues, for requests with the token, and the creation of issues, which refuses
/// an empty title.
@Sendable func addGitHub(to server: HTTPServer) async {
  await server.appendRoute("GET /repos/ann/todos/issues") { request in
    guard request.headers[.authorization] == "Bearer gh-token" else {
      return .text(#"{"message":"Bad credentials"}"#, .unauthorized)
    }
    let page = request.query["page"] ?? "1"
    let next = "<\(request.path)?state=open&page=2>; rel=\"next\""
    return page == "1"
      ? .text(
        #"[{"number":1,"title":"Water the basil"},{"number":2,"title":"Sow the cress"}]"#,
        headers: [HTTPHeader("Link"): next, HTTPHeader("X-RateLimit-Remaining"): "4999"])
      : .text(#"[{"number":3,"title":"Wax the sledge"}]"#)
  }
  await server.appendRoute("POST /repos/ann/todos/issues") { request in
    guard try await request.text.contains(#""title":"""#) else {
      return .text(#"{"number":4,"title":"Learn to whittle"}"#, .created)
    }
    return .text(
      #"{"message":"Validation Failed","errors":[{"field":"title","code":"missing_field"}]}"#,
      .unprocessableContent)
  }
}
