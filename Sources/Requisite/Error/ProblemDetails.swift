/// Details of a problem in the standard format for HTTP APIs, `application/problem+json` (RFC 9457).
///
/// Members of a wrong type are ignored, as RFC 9457 §3.1 requires. To read members other than the standard ones, decode
/// the response as a type of your own: ``NetworkRequestError/decoded(as:using:)``.
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

  /// Creates a problem from its members.
  public init(
    type: String = "about:blank", title: String? = nil, status: Int? = nil, detail: String? = nil,
    instance: String? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
  }

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
  var failureWords: String {
    let summary = problem?.summary.map {
      request.options.redaction.body(Data($0.utf8), as: .plainText, limit: 200)
    }
    let words = summary ?? (data.isEmpty ? nil : bodyPreview)
    return words.map { " — \($0)" } ?? ""
  }
}

extension ProblemDetails: Codable {
  private enum CodingKeys: CodingKey { case type, title, status, detail, instance }

  /// Reads the standard members; a missing member or one of a wrong type becomes nil, or `about:blank` for the type.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      type: members.readable(.type) ?? "about:blank", title: members.readable(.title),
      status: members.readable(.status), detail: members.readable(.detail),
      instance: members.readable(.instance))
  }
}
