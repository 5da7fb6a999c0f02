/// The parts of an HTTP URL as text: scheme, authority, path, query and fragment. Nothing is decoded or encoded.
///
/// `URLComponents` is not used, because its percent-encoded setters end the process if they get invalid text.
struct URLParts {
  enum Part { case scheme, authority, path, query }

  private(set) var scheme: Substring
  private(set) var authority: Substring
  private(set) var path: Substring
  private(set) var query: Substring
  /// The text after `#`. It is never sent, and URLs created from the parts omit it.
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

  /// The host of the authority: without user name, password and port, an IPv6 address in its brackets.
  var host: Substring {
    let start = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map(authority.utf8.index(after:))
    let host = authority[(start ?? authority.startIndex)...]
    guard host.utf8.first != UInt8(ascii: "[") else {
      return host[...(host.utf8.firstIndex(of: UInt8(ascii: "]")) ?? host.startIndex)]
    }
    return host[..<(host.utf8.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex)]
  }

  /// The request target in the first line of the request: path and query (RFC 9112 §3.2.1).
  var requestTarget: String { "\(path.isEmpty ? "/" : path)\(query.isEmpty ? "" : "?\(query)")" }

  /// The text of a part.
  subscript(part: Part) -> Substring {
    switch part {
    case .scheme: scheme
    case .authority: authority
    case .path: path
    case .query: query
    }
  }

  /// The URL with one part replaced; nil if the result is not an HTTP URL. A slash is added before a path without one.
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

  /// Removes the first `separator` and the text after it, and returns that text; nil if there is no separator.
  private static func cut(_ text: inout Substring, at separator: UInt8) -> Substring? {
    guard let index = text.utf8.firstIndex(of: separator) else { return nil }
    defer { text = text[..<index] }
    return text[text.utf8.index(after: index)...]
  }
}

/// The resolution of `.` and `..` in a path (RFC 3986 §5.2.4).
enum DotSegments {
  /// True if a segment begins with a dot: a cheap test that spares most paths the rest.
  static func occur(in path: some Sequence<UInt8>) -> Bool {
    var previous = UInt8(ascii: "/")
    for byte in path {
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
      previous = byte
    }
    return false
  }

  /// The path with `.` and `..` resolved; nil if it leads above its own beginning.
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
  /// The URL in printable form: without user name and password, and with the values of secret items redacted, whether they
  /// are in the query, in the fragment or in a URL that is part of either.
  public func url(_ url: URL) -> String {
    let text = url.absoluteString
    guard !isRevealing, text.utf8.contains(where: Self.canHide.contains) || TextRedactor.mayHaveToken(text)
    else {
      return text
    }
    let parts = URLParts(url)
    guard !parts.scheme.isEmpty else { return self.text(text) }
    let host = parts.authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last
    let query = parts.query.isEmpty ? "" : "?\(query(String(parts.query)))"
    let fragment = parts.fragment.isEmpty ? "" : "#\(self.query(String(parts.fragment)))"
    let path = self.text(String(parts.path))
    return "\(parts.scheme)://\(host.map { Substring($0) } ?? parts.authority)\(path)\(query)\(fragment)"
  }

  /// The characters of which every URL with a secret contains at least one.
  private static let canHide = ByteSet("?@#=;%")
}

extension URL {
  /// The URL in printable form, redacted by ``Redaction/standard``.
  var printable: String { Redaction.standard.url(self) }
}
