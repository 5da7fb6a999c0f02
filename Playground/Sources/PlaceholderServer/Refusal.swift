/// The reason why a write is refused, and the response to it.
enum Refusal: Error, Hashable {
  case notJSON(mediaType: String)
  /// The body is not JSON, for the reason given.
  case malformed(String)
  case notAnObject
  /// A multipart body that is malformed or contains no file, with the reason.
  case notAForm(String)
  case idInUse(String)
  /// A limit of ``Limits`` has been reached.
  case full

  var response: ServerResponse {
    switch self {
    case .notJSON(let mediaType):
      .problem(415, "Unsupported Media Type", detail: "The body must be application/json, not \(mediaType)")
    case .malformed(let reason):
      .problem(400, "Bad Request", detail: reason)
    case .notAnObject:
      .problem(400, "Bad Request", detail: "The body must be a JSON object")
    case .notAForm(let reason):
      .problem(400, "Bad Request", detail: reason)
    case .idInUse(let id):
      .problem(409, "Conflict", detail: "There is a record with the id \(id) already")
    case .full:
      .problem(507, "Insufficient Storage", detail: "A limit of this server is reached")
    }
  }
}
