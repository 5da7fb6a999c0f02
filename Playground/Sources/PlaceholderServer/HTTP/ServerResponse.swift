/// A response, independent of the HTTP server that sends it.
struct ServerResponse: Sendable, Hashable {
  var status: Int
  var headers: [Header] = []
  var mediaType = "application/json; charset=utf-8"
  var body: JSON

  struct Header: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The body as it is sent: a document, or its elements, one per line.
  var text: String {
    guard mediaType == Self.linesMediaType, case .array(let elements) = body else { return body.text }
    return elements.map { $0.line + "\n" }.joined()
  }

  static let linesMediaType = "application/jsonl"

  static func ok(_ body: JSON, headers: [Header] = []) -> ServerResponse {
    ServerResponse(status: 200, headers: headers, body: body)
  }

  /// Makes a response with the elements of an array, one per line.
  static func lines(_ elements: [JSON], headers: [Header] = []) -> ServerResponse {
    ServerResponse(status: 200, headers: headers, mediaType: linesMediaType, body: .array(elements))
  }

  /// json-server's response for anything that does not exist: an empty object.
  static let notFound = ServerResponse(status: 404, body: .object([:]))

  /// Makes a response with problem details (RFC 9457).
  static func problem(_ status: Int, _ title: String, detail: String) -> ServerResponse {
    ServerResponse(
      status: status, mediaType: "application/problem+json",
      body: .object([
        "type": "about:blank", "title": .string(title), "status": .int(status), "detail": .string(detail),
      ])
    )
  }
}
