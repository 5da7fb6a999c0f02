import FlyingFox
import Foundation

/// Connects FlyingFox with the responder: turns HTTP requests into calls, and the responder's responses into HTTP
/// responses.
struct PlaceholderHandler: HTTPHandler {
  let responder: Responder
  let limits: Limits

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let limit = isForm(request) ? limits.attachmentBytes : limits.bodyBytes
    guard let body = try await body(of: request, limit) else {
      let detail = "A body may have at most \(limit) bytes"
      return HTTPResponse(.problem(413, "Content Too Large", detail: detail), to: request.method)
    }
    let call = Call(
      method: request.method.rawValue,
      path: request.target.path(),
      query: request.target.query(),
      origin: "http://" + (request.headers[.host] ?? "127.0.0.1"),
      mediaType: request.headers[.contentType],
      lastEventID: request.headers[.init("Last-Event-ID")],
      accept: request.headers[.init("Accept")],
      body: body
    )
    do {
      if let events = try await responder.events(for: call) { return HTTPResponse(events: events) }
      return HTTPResponse(await responder.response(to: call), to: request.method)
    } catch {
      return HTTPResponse(error.response, to: request.method)
    }
  }

  private func isForm(_ request: HTTPRequest) -> Bool {
    request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") ?? false
  }

  /// Reads the body. Returns nil if it is longer than the limit.
  ///
  /// The rest is read and discarded, so that the next request on the connection starts where this one ends.
  private func body(of request: HTTPRequest, _ limit: Int) async throws -> Data? {
    var body: Data? = Data()
    for try await chunk in request.bodySequence {
      guard let sofar = body else { continue }
      body = sofar.count + chunk.count <= limit ? sofar + chunk : nil
    }
    return body
  }
}
