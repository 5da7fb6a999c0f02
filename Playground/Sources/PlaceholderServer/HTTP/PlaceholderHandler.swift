import FlyingFox
import Foundation

/// Between FlyingFox and the responder: turns its requests into calls, and responses into its responses.
struct PlaceholderHandler: HTTPHandler {
  let responder: Responder
  let limits: Limits

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let body = try await boundedBody(of: request) else {
      let detail = "A body may have \(limits.bodyBytes) bytes"
      return HTTPResponse(.problem(413, "Content Too Large", detail: detail), to: request.method)
    }
    let call = Call(
      method: request.method.rawValue,
      path: request.target.path(),
      query: request.target.query(),
      origin: "http://" + (request.headers[.host] ?? "127.0.0.1"),
      mediaType: request.headers[.contentType],
      accept: request.headers[.init("Accept")],
      body: body
    )
    return HTTPResponse(await responder.response(to: call), to: request.method)
  }

  /// The body, or nil past the limit.
  ///
  /// What is too much is read all the same, and dropped: the connection is kept, and the next request on it
  /// starts where this one ends.
  private func boundedBody(of request: HTTPRequest) async throws -> Data? {
    var body: Data? = Data()
    for try await chunk in request.bodySequence {
      guard let sofar = body else { continue }
      body = sofar.count + chunk.count <= limits.bodyBytes ? sofar + chunk : nil
    }
    return body
  }
}
