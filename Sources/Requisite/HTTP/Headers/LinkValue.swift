/// One link of a `Link` field: a target and its relation to the document (RFC 8288 §3).
public struct LinkValue: Sendable, Hashable {
  /// The target as the server wrote it: absolute, or relative to the URL of the response.
  public let target: String
  /// The relation types of the link in lower case, such as `["next"]`.
  public let relations: [String]
  /// The other parameters by name, in lower case; of repeated parameters the first applies.
  public let parameters: [String: String]
}

extension LinkValue {
  /// Parses a list of links. A malformed link is skipped with the text up to the next one.
  static func list(_ text: String) -> [LinkValue] {
    var rest = Substring(text)
    var links: [LinkValue] = []
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      let target = rest[rest.utf8.index(after: open)..<close]
      rest = rest[rest.utf8.index(after: close)...]
      let end = HTTPQuoting.firstIndex(of: UInt8(ascii: ","), in: rest) ?? rest.endIndex
      links.append(LinkValue(target: String(target), parameters: rest[..<end]))
      rest = rest[end...]
    }
    return links
  }

  private init(target: String, parameters text: Substring) {
    var parameters: [String: String] = [:]
    let item = HTTPQuoting.item(text)
    // A parameter is also read if the semicolon before it is missing.
    for part in [item.value] + item.parameters {
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

extension LinkValue: PrintedByDescription {
  /// The link on one line, as in `<https://h/?page=2>; rel="next"`, with secrets redacted.
  public var description: String {
    let others = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(HTTPQuoting.quoted($0.value))" }
    let relation = relations.isEmpty ? [] : ["rel=\(HTTPQuoting.quoted(relations.joined(separator: " ")))"]
    return OneLine.printable((["<\(target)>"] + relation + others).joined(separator: "; "))
  }
}

extension HTTPHeaders {
  /// The links of all `Link` fields, in order; malformed ones are skipped (RFC 8288).
  public var links: [LinkValue] { values(for: .link).flatMap(LinkValue.list) }

  /// The target of the first link with this relation type, as in `headers.link("next")`; nil without such a link.
  ///
  /// A link with an `anchor` is about another document than the response, and is skipped (RFC 8288 §3.2).
  public func link(_ relation: String) -> String? {
    let relation = ASCII.lowercased(relation)
    return links.first { $0.relations.contains(relation) && ($0.parameters["anchor"] ?? "").isEmpty }?.target
  }
}
