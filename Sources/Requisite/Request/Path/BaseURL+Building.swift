extension BaseURL {
  /// A base URL that has been found good.
  struct Resolved {
    /// Scheme, authority and base path, without a slash at the end.
    let prefix: String

    /// The URL of a path and a query below this base: exactly one slash between, the base path kept.
    func url(path: RequestPath, query: QueryParams) throws(NetworkRequestError) -> URL {
      var text: String
      switch path.storage {
      case .invalid(let problem): throw .invalidRequest(InvalidRequest(.path, problem))
      case .absolute(let url): text = try Self.whole(url)
      case .relative(let relative): text = try below(relative)
      }
      if try !query.checkedItems(of: .query).isEmpty { append(query, to: &text) }
      guard let url = URL(string: text) else {
        throw .invalidRequest(InvalidRequest(.path, "“\(Redaction.standard.malformedURL(text))” is no URL"))
      }
      return url
    }

    private func below(_ path: String) throws(NetworkRequestError) -> String {
      guard !path.isEmpty else { return prefix }
      let slash = UInt8(ascii: "/")
      if path.utf8.first == slash, path.utf8.dropFirst().first != slash, !DotSegments.occur(in: path.utf8) {
        return prefix + path
      }
      let relative = path[(path.utf8.firstIndex { $0 != slash } ?? path.endIndex)...]
      guard DotSegments.occur(in: relative.utf8) else { return "\(prefix)/\(relative)" }
      guard let inside = DotSegments.removed(from: relative) else {
        throw .invalidRequest(InvalidRequest(.path, "the path “\(path)” climbs out of the base URL"))
      }
      return "\(prefix)/\(inside)"
    }

    private static func whole(_ url: URL) throws(NetworkRequestError) -> String {
      guard let scheme = url.scheme, BaseURL.isScheme(scheme),
        url.host(percentEncoded: true)?.isEmpty == false
      else {
        throw .invalidRequest(InvalidRequest(.path, "“\(url.printable)” is no whole URL of http or https"))
      }
      let text = url.absoluteString
      return text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text
    }

    private func append(_ query: QueryParams, to text: inout String) {
      if !text.utf8.contains(UInt8(ascii: "?")) {
        text += "?"
      } else if text.utf8.last != UInt8(ascii: "?") && text.utf8.last != UInt8(ascii: "&") {
        text += "&"
      }
      text += query.encoded
    }
  }
}
