extension HTTPHeaders {
  /// One link of a `Link` field: a target and its relation to the document (RFC 8288 §3).
  public struct Link: Sendable, Hashable {
    /// The target as the server wrote it: absolute, or relative to the URL of the response.
    public let target: String
    /// The relation types of the link in lower case, such as `["next"]`.
    public let relations: [String]
    /// The other parameters by name, in lower case; of repeated parameters the first applies.
    public let parameters: [String: String]
  }
}

extension HTTPHeaders.Link {
  /// Parses a list of links. A malformed link is skipped with the text up to the next one.
  static func list(_ text: String) -> [Self] { parse(text).links }

  /// Parses a list of links, and says whether the whole text is links whose relations can be read.
  fileprivate static func parse(_ text: String) -> (links: [Self], isReadable: Bool) {
    var rest = Substring(text)
    var links: [Self] = []
    var isReadable = true
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      isReadable = isReadable && isGap(rest[..<open])
      let target = rest[rest.utf8.index(after: open)..<close]
      rest = rest[rest.utf8.index(after: close)...]
      let end = HTTPQuoting.firstIndex(of: UInt8(ascii: ","), in: rest) ?? rest.endIndex
      let link = Self(target: String(target), parameters: rest[..<end])
      links.append(link)
      isReadable = isReadable && link.hasReadableRelations(rest[..<end])
      rest = rest[end...]
    }
    return (links, isReadable && isGap(rest))
  }

  /// Whether a text between links has nothing but commas and white space.
  private static func isGap(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: ",") || ASCII.isWhitespace($0) }
  }

  private init(target: String, parameters text: Substring) {
    var parameters: [String: String] = [:]
    for part in Self.parts(text) {
      // Values without quotes, in single ones, or whose quotes are never closed are read too, as browsers do.
      guard let parameter = MediaType.Parameter(received: part), parameters[parameter.name] == nil else {
        continue
      }
      parameters[parameter.name] = parameter.value
    }
    self.target = target
    relations = (parameters.removeValue(forKey: "rel") ?? "").utf8.split(whereSeparator: ASCII.isWhitespace)
      .map {
        ASCII.lowercased(String(Substring($0))).trimmingQuotes
      }
    self.parameters = parameters
  }

  /// The texts of the parameters. One is also read if the semicolon before it is missing.
  private static func parts(_ text: Substring) -> [Substring] {
    let item = HTTPQuoting.item(text)
    return (item.value.isEmpty ? [] : [item.value]) + item.parameters
  }

  /// False if the text may name a relation that cannot be read: a relation has a delimiter in it, or there is none and the text is
  /// not a list of parameters.
  private func hasReadableRelations(_ text: Substring) -> Bool {
    guard relations.isEmpty else {
      return !relations.contains { $0.utf8.contains(where: "<>\"".utf8.contains) }
    }
    return Self.parts(text).allSatisfy { Token.isValid($0) || MediaType.Parameter($0) != nil }
  }
}

extension HTTPHeaders.Link: PrintedByDescription {
  /// The link on one line, as in `<https://h/?page=2>; rel="next"`, with secrets redacted.
  public var description: String {
    let others = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(HTTPQuoting.quoted($0.value))" }
    let relation = relations.isEmpty ? [] : ["rel=\(HTTPQuoting.quoted(relations.joined(separator: " ")))"]
    return OneLine.printable((["<\(target)>"] + relation + others).joined(separator: "; "))
  }
}

extension HTTPHeaders {
  /// The links of all `Link` fields, in order; malformed ones are skipped (RFC 8288).
  public var links: [Link] { values(for: .link).flatMap(Link.list) }

  /// True if a `Link` field has a link, or anything else, whose relation cannot be read.
  var hasUnreadableLinks: Bool { values(for: .link).contains { !Link.parse($0).isReadable } }

  /// The target of the first link with this relation type, as in `headers.link("next")`; nil without such a link.
  ///
  /// A link with an `anchor` is about another document than the response, and is skipped (RFC 8288 §3.2).
  public func link(_ relation: String) -> String? {
    let relation = ASCII.lowercased(relation)
    return links.first { $0.relations.contains(relation) && ($0.parameters["anchor"] ?? "").isEmpty }?.target
  }
}

extension String {
  /// The text without the single quotes that some servers write around a relation.
  fileprivate var trimmingQuotes: String {
    String(drop { $0 == "'" }.reversed().drop { $0 == "'" }.reversed())
  }
}
