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
