/// A URL of HTTP taken to pieces as text: scheme, authority, path, query. Nothing is decoded or encoded.
///
/// (`URLComponents` ends the process where its percent-encoded setters get text that is not encoded.)
struct URLParts {
  enum Part { case scheme, authority, path, query }

  private(set) var scheme: String
  private(set) var authority: String
  private(set) var path: String
  private(set) var query: String

  init(_ url: URL) {
    var rest = Substring(url.absoluteString)
    if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
    query = Self.cut(&rest, after: "?").map(String.init) ?? ""
    scheme = ""
    if let colon = rest.range(of: "://") {
      scheme = String(rest[..<colon.lowerBound])
      rest = rest[colon.upperBound...]
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    authority = String(rest[..<slash])
    path = String(rest[slash...])
  }

  /// What stands in the first line of the request (RFC 9112 §3.2.1): path and query.
  var requestTarget: String { "\(path.isEmpty ? "/" : path)\(query.isEmpty ? "" : "?\(query)")" }

  /// The URL with one part in another's place; nil where that makes no URL of HTTP.
  func replacing(_ part: Part, with text: String) -> URL? {
    var parts = self
    switch part {
    case .scheme: parts.scheme = text
    case .authority: parts.authority = text
    case .path: parts.path = text.hasPrefix("/") || text.isEmpty ? text : "/" + text
    case .query: parts.query = text
    }
    return parts.url
  }

  private var url: URL? {
    guard BaseURL.isAuthority(authority), BaseURL.isScheme(scheme) else { return nil }
    return URL(string: "\(scheme)://\(authority)\(path)\(query.isEmpty ? "" : "?\(query)")")
  }

  private static func cut(_ text: inout Substring, after separator: Character) -> Substring? {
    guard let index = text.firstIndex(of: separator) else { return nil }
    defer { text = text[..<index] }
    return text[text.index(after: index)...]
  }
}
