import FlyingFox

/// Adds a forecast for requests with a token. The first request is answered by 503; each takes
/// 20 ms.
@Sendable func addForecast(to server: HTTPServer) async {
  let count = Counter()
  await server.appendRoute("GET /forecast") { request in
    guard request.headers[.authorization] != nil else { return .text("{}", .unauthorized) }
    try await Task.sleep(for: .milliseconds(20))
    guard await count.next() > 1 else { return .text("{}", .serviceUnavailable) }
    return .text(#"{"text":"rain, later sun"}"#, headers: [.cacheControl: "max-age=600"])
  }
}
