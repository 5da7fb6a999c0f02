/// A problem in the standard form for HTTP APIs, `application/problem+json` (RFC 9457).
///
/// Members of a wrong type are ignored, as the RFC asks (§3.1); for members beyond the standard ones, decode the
/// response with a type of your own: ``NetworkRequestError/decoded(as:using:)``.
public struct ProblemDetails: Sendable, Hashable {
  /// A URI reference that names the kind of the problem; `about:blank` where the status says it all.
  public let type: String
  /// The kind of the problem in a few words.
  public let title: String?
  /// The status, as the server that made the document saw it.
  public let status: Int?
  /// What went wrong this time.
  public let detail: String?
  /// A URI reference that names this occurrence.
  public let instance: String?

  /// Makes a problem of its members.
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

  /// Title and detail in one line; nil where there is neither.
  var summary: String? {
    let parts = [title, detail].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}

extension ProblemDetails: Codable {
  private enum CodingKeys: CodingKey { case type, title, status, detail, instance }

  /// Reads the members that are there and of the right type.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func member<Value: Decodable>(_ key: CodingKeys) -> Value? {
      do { return try members.decodeIfPresent(Value.self, forKey: key) } catch { return nil }
    }
    self.init(
      type: member(.type) ?? "about:blank", title: member(.title), status: member(.status),
      detail: member(.detail), instance: member(.instance))
  }
}
