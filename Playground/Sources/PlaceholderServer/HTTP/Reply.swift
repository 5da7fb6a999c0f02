/// An answer before it is put into the words of a server.
struct Reply: Sendable, Hashable {
  var status: Int
  var headers: [Header] = []
  var mediaType = "application/json; charset=utf-8"
  var body: JSON

  struct Header: Sendable, Hashable {
    var name: String
    var value: String
  }

  static func ok(_ body: JSON, headers: [Header] = []) -> Reply {
    Reply(status: 200, headers: headers, body: body)
  }

  /// json-server's answer to whatever is not there: an empty object.
  static let notFound = Reply(status: 404, body: .object([:]))

  /// Problem details (RFC 9457).
  static func problem(_ status: Int, _ title: String, detail: String) -> Reply {
    Reply(
      status: status, mediaType: "application/problem+json",
      body: .object([
        "type": "about:blank", "title": .string(title), "status": .int(status), "detail": .string(detail),
      ])
    )
  }
}
