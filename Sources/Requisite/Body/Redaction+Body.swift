extension Redaction {
  /// The start of a body as text that may be printed: JSON and forms without secrets, other text with known secrets
  /// removed, and only the size of a body that is not text.
  ///
  /// - Parameter limit: The number of bytes to show at most.
  public func body(_ data: Data, as type: MediaType?, limit: Int) -> String {
    guard !data.isEmpty else { return "(empty)" }
    let limit = max(0, limit)
    guard Self.isText(data.prefix(limit), type) else { return "(\(data.count) bytes)" }
    let text = String(decoding: data.prefix(limit), as: UTF8.self)
    let rest = data.count > limit ? "… (\(data.count) bytes)" : ""
    return self.text(text, as: type) + rest
  }

  /// A JSON text with secret values replaced by the mark, and still JSON.
  package func json(_ data: Data) -> Data {
    guard !isRevealing else { return data }
    let text = String(decoding: data, as: UTF8.self)
    let names = JudgedNames(self, isAuthorizationFlow: AuthorizationFlow.isIn(text))
    let redacted = JSONRedactor.redacted(text, by: names)
    return redacted.map { Data($0.utf8) } ?? data
  }

  /// The text of a body without the values of secrets. The text may be cut off anywhere.
  package func text(_ text: String, as type: MediaType?) -> String {
    type?.parametersAside(.formURLEncoded) == true ? query(text) : self.text(text)
  }

  /// The bytes of a body without the values of secrets; only the mark if the bytes cannot be searched for secrets.
  package func data(_ data: Data, as headers: HTTPHeaders) -> Data {
    guard !isRevealing, !data.isEmpty else { return data }
    let (type, hidden) = (headers[.contentType].flatMap(MediaType.init), Data(Self.mark.utf8))
    guard !headers.contains(.contentEncoding), !data.starts(with: "bplist".utf8) else { return hidden }
    if type?.type == "multipart" { return MultipartRedactor(self).redacted(data, of: type) ?? hidden }
    guard !data.contains(0), let text = String(validUTF8: data) else {
      // Text in another encoding, such as UTF-16, contains the ASCII letters of names, possibly with NULs between them.
      let letters = String(decoding: data.filter { $0 != 0 }, as: UTF8.self)
      return self.text(letters, as: type).utf8.elementsEqual(letters.utf8) ? data : hidden
    }
    return Data(self.text(text, as: type).utf8)
  }

  private static func isText(_ data: Data, _ type: MediaType?) -> Bool {
    guard !data.contains(0) else { return false }
    guard let type else { return true }
    return type.type == "text" || type.isJSON || type.parametersAside(.formURLEncoded)
      || type.subtype == "xml" || type.hasSuffix("xml") || type.subtype == "javascript"
  }
}

/// Removes secrets from a multipart message: the whole content of a part whose name marks a secret, and the secrets in
/// other parts by their media type.
private struct MultipartRedactor {
  private let redaction: Redaction

  init(_ redaction: Redaction) {
    self.redaction = redaction
  }

  /// Returns the message without secrets; nil if it cannot be parsed.
  func redacted(_ data: Data, of type: MediaType?) -> Data? {
    guard let boundary = type?[parameter: "boundary"] else { return nil }
    let data = data.startIndex == 0 ? data : Data(data)
    do {
      let delimiters = try MultipartDelimiter.all(in: data, boundary: boundary)
      var result = Data()
      var place = 0
      for (opening, closing) in zip(delimiters, delimiters.dropFirst()) {
        let part = try MultipartPartReader(data: data, range: opening.end..<closing.start).part()
        let content = part.data ?? Data()
        result += data[place..<closing.start - content.count]
        result += redacted(part, content)
        place = closing.start
      }
      return result + data[place...]
    } catch {
      return nil
    }
  }

  private func redacted(_ part: MultipartForm.Part, _ content: Data) -> Data {
    if let name = part.name, redaction.hidesValue(of: name) { return Data(Redaction.mark.utf8) }
    return redaction.data(content, as: part.headers)
  }
}
