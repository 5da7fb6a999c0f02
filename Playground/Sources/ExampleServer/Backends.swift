import FlyingFox

/// Adds three services of a dashboard: one answers, one fails, one takes longer than the client waits.
@Sendable func addBackends(to server: HTTPServer) async {
  await server.appendRoute("GET /weather") { _ in
    .text(#"{"text":"sunny"}"#, headers: [.cacheControl: "max-age=60"])
  }
  await server.appendRoute("GET /news") { _ in .text("{}", .internalServerError) }
  await server.appendRoute("GET /traffic") { _ in
    try await Task.sleep(for: .seconds(60))
    return .text(#"{"text":"quiet"}"#)
  }
}
