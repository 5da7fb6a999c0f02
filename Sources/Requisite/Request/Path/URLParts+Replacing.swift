extension URLParts {
  /// The URL with one part replaced; nil if the result is not an HTTP URL. A slash is added before a path without one.
  func replacing(_ part: Part, with text: String) -> URL? {
    var parts = self
    switch part {
    case .scheme: parts.scheme = text[...]
    case .authority:
      guard BaseURL.isHostAndPort(text) else { return nil }
      parts.authority = text[...]
    case .path: parts.path = text.isEmpty || text.utf8.first == UInt8(ascii: "/") ? text[...] : "/" + text
    case .query: parts.query = text[...]
    }
    return parts.url
  }

  private var url: URL? {
    guard BaseURL.isAuthority(authority), BaseURL.isScheme(scheme), hasValidPort else { return nil }
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
}

extension Redaction {
  /// The URL in printable form: without user name and password, and with the values of secret items redacted, whether they
  /// are in the query, in the fragment or in a URL that is part of either.
  public func url(_ url: URL) -> String {
    let text = url.absoluteString
    guard !isRevealing else { return text }
    let parts = URLParts(url)
    let host = parts.authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last
    let place = host.map { String(Substring($0)) } ?? ""
    let webhook = Webhook.credential(in: Array("\(place)\(parts.path)".utf8), from: 0)
    guard
      webhook != nil || text.utf8.contains(where: Self.canHide.contains) || TextRedactor.mayHaveToken(text)
    else { return text }
    guard !parts.scheme.isEmpty else { return self.text(text) }
    let shown =
      webhook.map { parts.path.utf8.prefix($0.lowerBound - place.utf8.count) } ?? parts.path.utf8[...]
    let path = self.text(String(Substring(shown))) + (webhook == nil ? "" : Self.mark)
    let query = parts.query.isEmpty ? "" : "?\(query(String(parts.query)))"
    let fragment = parts.fragment.isEmpty ? "" : "#\(self.query(String(parts.fragment)))"
    return "\(parts.scheme)://\(place)\(path)\(query)\(fragment)"
  }

  /// The characters of which every URL with a secret contains at least one, unless a form identifies the secret.
  private static let canHide = ByteSet("?@#=;%")
}

extension URL {
  /// The URL in printable form, redacted by ``Redaction/standard``.
  var printable: String { Redaction.standard.url(self) }
}
