/// Details of a problem in the standard format for HTTP APIs, `application/problem+json` (RFC 9457).
///
/// ```swift
/// do {
///   _ = try await client.dispatch(FindTodos())
/// } catch {
///   show(error.problem?["left"]?.int)
/// }
/// ```
/// Standard members of a wrong type are ignored, as RFC 9457 §3.1 requires. To read the others as a type of your own, decode the
/// response: ``NetworkRequestError/decoded(as:using:)``.
public struct ProblemDetails: Sendable, Hashable {
  /// A URI reference that identifies the kind of problem; `about:blank` if the status says everything.
  public let type: String
  /// A short summary of the kind of problem.
  public let title: String?
  /// The status that the origin server generated; an intermediary may have changed the response's.
  public let status: Int?
  /// An explanation of this occurrence of the problem.
  public let detail: String?
  /// A URI reference that identifies this occurrence of the problem.
  public let instance: String?
  /// The other members, which the kind of problem defines (RFC 9457 §3.2), as they were sent.
  public let extensions: JSONValue.Object

  /// Creates a problem from its members.
  public init(
    type: String = "about:blank", title: String? = nil, status: Int? = nil, detail: String? = nil,
    instance: String? = nil, extensions: JSONValue.Object = [:]
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.extensions = extensions
  }

  /// The value of a member of any name; nil if it is missing, or is a standard one of a wrong type.
  public subscript(name: String) -> JSONValue? { members[name] }

  /// All members, the standard ones first.
  private var members: JSONValue.Object {
    let standard: [(String, JSONValue?)] = [
      ("type", .string(type)), ("title", title.map(JSONValue.string)), ("status", status.map(JSONValue.int)),
      ("detail", detail.map(JSONValue.string)), ("instance", instance.map(JSONValue.string)),
    ]
    let others = extensions.lazy.filter { !Self.names.contains($0.key) }.map { ($0.key, $0.value) }
    return JSONValue.Object(standard.compactMap { name, value in value.map { (name, $0) } } + others)
  }

  private static let names: Set = ["type", "title", "status", "detail", "instance"]

  /// The title and the detail in one line; nil without either.
  var summary: String? {
    let parts = [title, detail].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}

extension ProblemDetails: PrintedByDescription {
  /// The members on one line, as in `status: 404, title: Not here`, with secrets redacted.
  public var description: String { printable.map { "\($0.name): \($0.value)" }.joined(separator: ", ") }
  /// The members with secrets redacted, so that `dump` does not reveal them either.
  public var customMirror: Mirror { Mirror(self, children: printable.map { ($0.name, $0.value) }) }

  private var printable: [(name: String, value: String)] {
    let members = [
      ("type", type), ("status", status.map(String.init)), ("title", title), ("detail", detail),
      ("instance", instance),
    ]
    return members.compactMap { name, value in value.map { (name, OneLine.printable($0)) } }
  }
}

extension NetworkResponse {
  /// The reason that an error response states, after a dash: the title and detail of its problem details, or the start of
  /// the body. Without secrets, and with 200 bytes at most.
  var failureText: String {
    let summary = problem?.summary.map {
      request.options.redaction.body(Data($0.utf8), as: .plainText, limit: 200)
    }
    let reason = summary ?? (data.isEmpty ? nil : bodyPreview)
    return reason.map { " — \($0)" } ?? ""
  }
}

extension ProblemDetails: Codable {
  /// Reads the members of an object; a standard one that is missing or of a wrong type becomes nil, or `about:blank` for the type.
  ///
  /// - Throws: A `DecodingError` if the value is no object.
  public init(from decoder: any Decoder) throws {
    guard let members = try JSONValue(from: decoder).object else {
      throw DecodingError.typeMismatch(
        ProblemDetails.self, .init(codingPath: decoder.codingPath, debugDescription: "not an object"))
    }
    self.init(
      type: members["type"]?.string ?? "about:blank", title: members["title"]?.string,
      status: members["status"]?.int, detail: members["detail"]?.string,
      instance: members["instance"]?.string,
      extensions: JSONValue.Object(
        members.filter { !Self.names.contains($0.key) }.map { ($0.key, $0.value) }))
  }

  /// Writes all members that are not nil.
  public func encode(to encoder: any Encoder) throws { try JSONValue.object(members).encode(to: encoder) }
}
