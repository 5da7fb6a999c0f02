extension Redaction {
  /// The start of a body as text that may be printed: JSON and forms without the values of secret members, and plain text
  /// without what looks like a credential. Of other bodies, such as HTML, XML and images, the media type and the size.
  ///
  /// A body without a type is taken for plain text. Secrets are redacted before the text is cut off.
  ///
  /// - Parameter limit: The number of bytes to show at most.
  public func body(_ data: Data, as type: MediaType?, limit: Int) -> String {
    guard !data.isEmpty else { return "(empty)" }
    let limit = max(0, limit)
    // What decides whether text is a credential can follow the limit.
    let start = data.prefix(min(limit, data.count) + Self.lookahead)
    guard isReadable(type), !start.contains(0) else {
      return "(\(type.map { "\($0.type)/\($0.subtype), " } ?? "")\(data.count) bytes)"
    }
    let text = text(String(decoding: start, as: UTF8.self), as: type)
    guard data.count > limit else { return text }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "… (\(data.count) bytes)"
  }

  private static let lookahead = 4_096

  /// The text of a body without the values of secrets. The text may be cut off anywhere.
  package func text(_ text: String, as type: MediaType?) -> String {
    type?.parametersAside(.formURLEncoded) == true ? query(text) : self.text(text)
  }

  /// The bytes of a body without the values of secrets. A multipart message is redacted part by part.
  ///
  /// - Parameter keepsOthers: True to keep bodies of other types; otherwise the mark takes their place.
  package func data(_ data: Data, as headers: HTTPHeaders, keepsOthers: Bool = false) -> Data {
    guard !isRevealing, !data.isEmpty else { return data }
    let type = headers[.contentType].flatMap(MediaType.received)
    if !headers.contains(.contentEncoding) {
      let multipart = MultipartRedactor(redaction: self, keepsOthers: keepsOthers)
      if type?.type == "multipart", let message = multipart.redacted(data, of: type) { return message }
      if isReadable(type), !data.contains(0), let text = String(validUTF8: data) {
        return Data(self.text(text, as: type).utf8)
      }
    }
    return keepsOthers ? data : Data(Self.mark.utf8)
  }

  /// True for bodies whose secrets have a known place: JSON, lines of JSON, events, forms, and plain text.
  private func isReadable(_ type: MediaType?) -> Bool {
    guard let type else { return true }
    return type.isJSON || isRevealing && type.type == "text"
      || Self.readable.contains { $0.parametersAside(type) }
  }

  private static let readable: [MediaType] = [
    .plainText, .formURLEncoded, .eventStream, .jsonLines, "application/x-ndjson",
  ]
}

/// Removes secrets from a multipart message: the whole content of a part whose name marks a secret, and the secrets in
/// other parts by their media type.
private struct MultipartRedactor {
  let redaction: Redaction
  let keepsOthers: Bool

  /// Returns the message without secrets; nil if it cannot be parsed.
  func redacted(_ data: Data, of type: MediaType?) -> Data? {
    guard let boundary = type?[parameter: "boundary"] else { return nil }
    let data = data.startIndex == 0 ? data : Data(data)
    do {
      let delimiters = try MultipartDelimiter.all(in: data, boundary: boundary)
      var result = Data()
      var offset = 0
      for (opening, closing) in zip(delimiters, delimiters.dropFirst()) {
        let part = try MultipartPartReader(data: data, range: opening.end..<closing.start).part()
        let content = part.data ?? Data()
        result += data[offset..<closing.start - content.count]
        result += redacted(part, content)
        offset = closing.start
      }
      return result + data[offset...]
    } catch {
      return nil
    }
  }

  private func redacted(_ part: MultipartForm.Part, _ content: Data) -> Data {
    if let name = part.name, redaction.hidesValue(of: name) { return Data(Redaction.mark.utf8) }
    return redaction.data(content, as: part.headers, keepsOthers: keepsOthers)
  }
}
