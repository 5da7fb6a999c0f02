import FlyingFox
import Foundation

/// Adds a token endpoint, and reports for requests with the second token. The first token is rejected, as if it were
/// revoked.
@Sendable func addOAuth(to server: HTTPServer) async {
  let count = Counter()
  await server.appendRoute("POST /oauth/token") { request in
    guard request.headers[.authorization] == "Basic cmVwb3J0czpzM2NyZXQ=" else {
      return .text(#"{"error":"invalid_client"}"#, .unauthorized)
    }
    let number = await count.next()
    return .text(#"{"access_token":"t\#(number)","token_type":"Bearer","expires_in":3600}"#)
  }
  await server.appendRoute("GET /reports") { request in
    guard request.headers[.authorization] == "Bearer t2" else {
      return .text(
        "{}", .unauthorized, headers: [HTTPHeader("WWW-Authenticate"): #"Bearer error="invalid_token""#])
    }
    return .text(#"[{"name":"May","total":12}]"#)
  }
}

/// Counts from 1.
actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
