extension Redaction {
  /// The start of a body as text that may be printed: JSON and forms without their secrets, other text as it is, and
  /// the size of what is no text.
  ///
  /// - Parameter limit: How many bytes are looked at.
  public func body(_ data: Data, as type: MediaType?, limit: Int) -> String {
    guard !data.isEmpty else { return "(empty)" }
    guard Self.isText(data.prefix(limit), type) else { return "(\(data.count) bytes)" }
    let text = String(decoding: data.prefix(limit), as: UTF8.self)
    let rest = data.count > limit ? "… (\(data.count) bytes)" : ""
    return self.text(text, as: type) + rest
  }

  /// The text of a body, whole or cut off, without the values of secrets.
  package func text(_ text: String, as type: MediaType?) -> String {
    if isRevealing { return text }
    if type?.parametersAside(.formURLEncoded) == true { return query(text) }
    // What calls itself nothing or text may be JSON all the same.
    return JSONRedactor(self).redacted(text)
  }

  /// The items of a query or form, still escaped, without the values of secrets. They are told apart by their bytes: a
  /// combining mark behind a `=` makes one character of both.
  package func query(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item -> String in
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return String(Substring(item)) }
      let name = String(Substring(item[..<equals]))
      return hidesValue(of: name.removingPercentEncoding ?? name)
        ? "\(name)=\(Self.mark)" : String(Substring(item))
    }
    .joined(separator: "&")
  }

  private static func isText(_ data: Data, _ type: MediaType?) -> Bool {
    guard !data.contains(0) else { return false }
    guard let type else { return true }
    return type.type == "text" || type.isJSON || type.parametersAside(.formURLEncoded)
      || type.subtype == "xml" || type.subtype.hasSuffix("+xml") || type.subtype == "javascript"
  }
}
