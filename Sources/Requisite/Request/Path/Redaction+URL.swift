extension Redaction {
  /// The URL as it may be printed: without user name and password, and without the values of secret query items.
  public func url(_ url: URL) -> String {
    guard !isRevealing else { return url.absoluteString }
    let text = url.absoluteString
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "@") }) else {
      return text
    }
    let parts = URLParts(url)
    guard !parts.scheme.isEmpty else { return text }
    let host = parts.authority.split(separator: "@").last ?? parts.authority
    let query = parts.query.isEmpty ? "" : "?\(query(String(parts.query)))"
    return "\(parts.scheme)://\(host)\(parts.path)\(query)"
  }
}

extension URL {
  /// The URL without anything that is known to be secret.
  var printable: String { Redaction.standard.url(self) }
}
