/// A URL of HTTP taken to pieces as text: scheme, authority, path, query. Nothing is decoded or encoded.
///
/// (`URLComponents` ends the process where its percent-encoded setters get text that is not encoded.)
struct URLParts {
  enum Part { case scheme, authority, path, query }

  private(set) var scheme: Substring
  private(set) var authority: Substring
  private(set) var path: Substring
  private(set) var query: Substring
  /// What stands after `#`. It is never sent, and left out of URLs that are made of the parts.
  let fragment: Substring

  init(_ url: URL) {
    var rest = Substring(url.absoluteString)
    fragment = Self.cut(&rest, at: UInt8(ascii: "#")) ?? ""
    query = Self.cut(&rest, at: UInt8(ascii: "?")) ?? ""
    scheme = ""
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), rest[colon...].utf8.starts(with: "://".utf8) {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(colon, offsetBy: 3)...]
    }
    let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    authority = rest[..<slash]
    path = rest[slash...]
  }

  /// What stands in the first line of the request (RFC 9112 §3.2.1): path and query.
  var requestTarget: String { "\(path.isEmpty ? "/" : path)\(query.isEmpty ? "" : "?\(query)")" }

  /// The part as text.
  subscript(part: Part) -> Substring {
    switch part {
    case .scheme: scheme
    case .authority: authority
    case .path: path
    case .query: query
    }
  }

  /// The URL with one part in another's place; nil where that makes no URL of HTTP.
  func replacing(_ part: Part, with text: String) -> URL? {
    var parts = self
    switch part {
    case .scheme: parts.scheme = text[...]
    case .authority: parts.authority = text[...]
    case .path: parts.path = text.isEmpty || text.utf8.first == UInt8(ascii: "/") ? text[...] : "/" + text
    case .query: parts.query = text[...]
    }
    return parts.url
  }

  private var url: URL? {
    guard BaseURL.isAuthority(authority), BaseURL.isScheme(scheme) else { return nil }
    var text = ""
    text.reserveCapacity(
      scheme.utf8.count + authority.utf8.count + path.utf8.count + query.utf8.count + 4)
    text += scheme
    text += "://"
    text += authority
    text += path
    if !query.isEmpty {
      text += "?"
      text += query
    }
    return URL(string: text)
  }

  /// Cuts off what stands behind the first such byte, and the byte.
  private static func cut(_ text: inout Substring, at separator: UInt8) -> Substring? {
    guard let index = text.utf8.firstIndex(of: separator) else { return nil }
    defer { text = text[..<index] }
    return text[text.utf8.index(after: index)...]
  }
}
