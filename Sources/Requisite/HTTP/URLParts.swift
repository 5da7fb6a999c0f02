/// The parts of an HTTP URL as text: scheme, authority, path, query and fragment. Nothing is decoded or encoded.
///
/// `URLComponents` is not used, because its percent-encoded setters end the process if they get invalid text.
package struct URLParts {
  enum Part { case scheme, authority, path, query }

  var scheme: Substring
  package var authority: Substring
  var path: Substring
  var query: Substring
  /// The text after `#`. It is never sent, and URLs created from the parts omit it.
  let fragment: Substring

  package init(_ url: URL) {
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

  /// False if the text after the host is not a port from 0 to 65535. `URL.port` is nil for a number beyond 64 bits, as if
  /// the URL had the default port.
  var hasValidPort: Bool {
    let port = authority[host.endIndex...].dropFirst()
    return port.isEmpty || ASCII.isNumber(port) && UInt16(port) != nil
  }

  /// The request target in the first line of the request: path and query (RFC 9112 §3.2.1).
  package var requestTarget: String { "\(path.isEmpty ? "/" : path)\(query.isEmpty ? "" : "?\(query)")" }

  /// The text of a part.
  subscript(part: Part) -> Substring {
    switch part {
    case .scheme: scheme
    case .authority: authority
    case .path: path
    case .query: query
    }
  }

  /// Removes the first `separator` and the text after it, and returns that text; nil if there is no separator.
  private static func cut(_ text: inout Substring, at separator: UInt8) -> Substring? {
    guard let index = text.utf8.firstIndex(of: separator) else { return nil }
    defer { text = text[..<index] }
    return text[text.utf8.index(after: index)...]
  }
}
