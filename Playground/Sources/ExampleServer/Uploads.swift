import FlyingFox
import Foundation

/// Adds upload routes that answer with the number of bytes and the media type that they received.
@Sendable func addUploads(to server: HTTPServer) async {
  let handler: @Sendable (HTTPRequest) async throws -> HTTPResponse = { request in
    var count = 0
    for try await chunk in request.bodySequence { count += chunk.count }
    let type = request.headers[.contentType]?.split(separator: ";").first ?? "nothing"
    return .text(#"{"bytes":\#(count),"type":"\#(type)"}"#, .created)
  }
  await server.appendRoute("POST /uploads", handler: handler)
  await server.appendRoute("PUT /uploads/*", handler: handler)
}
