/// One link of a `Link` field: where to, and what that is to the document (RFC 8288 §3).
public struct LinkValue: Sendable, Hashable {
  /// The target, as it stands: absolute, or relative to the URL that answered.
  public let target: String
  /// What the target is to the document, in lower case, as `["next"]`.
  public let relations: [String]
  /// The other parameters in their order, names in lower case; the first of a name counts.
  public let parameters: [String: String]
}

extension LinkValue {
  /// Reads a list of links. A malformed link is skipped, with the text up to the next one.
  static func list(_ text: String) -> [LinkValue] {
    var rest = Substring(text)
    var links: [LinkValue] = []
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      let target = rest[rest.utf8.index(after: open)..<close]
      rest = rest[rest.utf8.index(after: close)...]
      let end = HTTPQuoting.firstIndex(of: ",", in: rest) ?? rest.endIndex
      links.append(LinkValue(target: String(target), parameters: rest[..<end]))
      rest = rest[end...]
    }
    return links
  }

  private init(target: String, parameters text: Substring) {
    var parameters: [String: String] = [:]
    for part in HTTPQuoting.split(String(text), at: ";") {
      guard let parameter = MediaType.Parameter(part), parameters[parameter.name] == nil else { continue }
      parameters[parameter.name] = parameter.value
    }
    self.target = target
    relations = (parameters.removeValue(forKey: "rel") ?? "").utf8.split(separator: UInt8(ascii: " ")).map {
      ASCII.lowercased(String(Substring($0)))
    }
    self.parameters = parameters
  }
}

extension HTTPHeaders {
  /// The links of all `Link` fields, in their order (RFC 8288).
  public var links: [LinkValue] { values(for: .link).flatMap(LinkValue.list) }

  /// The target of the first link of that relation, as `headers.link("next")`.
  public func link(_ relation: String) -> String? {
    let relation = ASCII.lowercased(relation)
    return links.first { $0.relations.contains(relation) }?.target
  }
}
