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

  /// Removes the first `separator` and the text after it; returns that text.
  private static func cut(_ text: inout Substring, at separator: UInt8) -> Substring? {
    guard let index = text.utf8.firstIndex(of: separator) else { return nil }
    defer { text = text[..<index] }
    return text[text.utf8.index(after: index)...]
  }
}

/// `.` and `..` in a path (RFC 3986 §5.2.4).
enum DotSegments {
  /// Whether there may be any: cheap, and enough to leave most paths alone.
  static func occur(in path: some Sequence<UInt8>) -> Bool {
    var previous = UInt8(ascii: "/")
    for byte in path {
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
      previous = byte
    }
    return false
  }

  /// The path without them; nil where it climbs above its own beginning.
  static func removed(from path: Substring) -> String? {
    var segments: [Substring] = []
    let all = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    for (index, segment) in all.enumerated() {
      let isLast = index == all.count - 1
      switch segment {
      case ".": if isLast { segments.append("") }
      case "..":
        guard segments.popLast() != nil else { return nil }
        if isLast { segments.append("") }
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }
}

extension Redaction {
  /// The URL as it may be printed: without user name and password, and without the values of secret query items, whether
  /// they stand in the query, in the fragment or in a URL that is part of either.
  public func url(_ url: URL) -> String {
    let text = url.absoluteString
    guard !isRevealing, text.utf8.contains(where: Self.canHide.contains) else { return text }
    let parts = URLParts(url)
    guard !parts.scheme.isEmpty else { return self.text(text) }
    let host = parts.authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last
    let query = parts.query.isEmpty ? "" : "?\(query(String(parts.query)))"
    let fragment = parts.fragment.isEmpty ? "" : "#\(self.query(String(parts.fragment)))"
    let path = self.text(String(parts.path))
    return "\(parts.scheme)://\(host.map { Substring($0) } ?? parts.authority)\(path)\(query)\(fragment)"
  }

  /// What a URL with a secret in it has one of.
  private static let canHide = ByteSet("?@#=;%")
}

extension URL {
  /// The URL without anything that is known to be secret.
  var printable: String { Redaction.standard.url(self) }
}
