import FlyingFox
import Foundation

/// Connects FlyingFox with the responder: turns HTTP requests into calls, and the responder's responses into HTTP
/// responses.
struct PlaceholderHandler: HTTPHandler {
  let responder: Responder
  let limits: Limits
  let mood: ServerMood

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let limit = isForm(request) ? limits.attachmentBytes : limits.bodyBytes
    guard let body = try await body(of: request, limit) else {
      let detail = "A body may have at most \(limit) bytes"
      return HTTPResponse(.problem(413, "Content Too Large", detail: detail), to: request)
    }
    if let refusal = try await mood.refusal(of: "\(request.method.rawValue) \(request.path)") {
      return HTTPResponse(refusal, to: request)
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
      guard let events = try await responder.events(for: call) else {
        return HTTPResponse(await responder.response(to: call), to: request)
      }
      guard request.isHandshake else { return HTTPResponse(events: events) }
      let frames = MessageFrameWSHandler(handler: EventMessages(events: events))
      return try await WebSocketHTTPHandler(handler: frames).handleRequest(request)
    } catch let refusal as Refusal {
      return HTTPResponse(refusal.response, to: request)
    }
  }

  private func isForm(_ request: HTTPRequest) -> Bool {
    request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") ?? false
  }

  /// Reads the body. Returns nil if it is longer than the limit.
  ///
  /// The rest is read and discarded, so that the next request on the connection starts where this one ends.
  private func body(of request: HTTPRequest, _ limit: Int) async throws -> Data? {
    var (body, count) = (Data(), 0)
    for try await chunk in request.bodySequence {
      count += chunk.count
      if count <= limit { body.append(chunk) }
    }
    return count <= limit ? body : nil
  }
}
