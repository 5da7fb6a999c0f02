/// An answer before it is put into the words of a server.
struct ServerResponse: Sendable, Hashable {
  var status: Int
  var headers: [Header] = []
  var mediaType = "application/json; charset=utf-8"
  var body: JSON

  struct Header: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The body as it is sent: a document, or its elements, one a line.
  var text: String {
    guard mediaType == Self.linesMediaType, case .array(let elements) = body else { return body.text }
    return elements.map { $0.line + "\n" }.joined()
  }

  static let linesMediaType = "application/jsonl"

  static func ok(_ body: JSON, headers: [Header] = []) -> ServerResponse {
    ServerResponse(status: 200, headers: headers, body: body)
  }

  /// The elements of an array, one a line.
  static func lines(_ elements: [JSON], headers: [Header] = []) -> ServerResponse {
    ServerResponse(status: 200, headers: headers, mediaType: linesMediaType, body: .array(elements))
  }

  /// json-server's answer to whatever is not there: an empty object.
  static let notFound = ServerResponse(status: 404, body: .object([:]))

  /// Problem details (RFC 9457).
  static func problem(_ status: Int, _ title: String, detail: String) -> ServerResponse {
    ServerResponse(
      status: status, mediaType: "application/problem+json",
      body: .object([
        "type": "about:blank", "title": .string(title), "status": .int(status), "detail": .string(detail),
      ])
    )
  }
}
