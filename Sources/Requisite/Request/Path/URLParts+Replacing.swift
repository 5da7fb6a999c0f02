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

  /// The URL with one part replaced.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, which has `name` and the text, if the result is not an HTTP URL.
  func url(_ part: Part, _ text: String, named name: String) throws(NetworkRequestError) -> URL {
    guard let url = replacing(part, with: text) else {
      let problem =
        "the \(name) “\(Redaction.standard.malformedURL(text))” does not form an http or https URL"
      throw .invalidRequest(InvalidRequest(.baseURL, problem))
    }
    return url
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
