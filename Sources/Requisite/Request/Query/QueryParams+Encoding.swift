extension QueryParams {
  /// The query as it stands in a URL, without the question mark: everything but the unreserved characters of
  /// RFC 3986 §2.3 is escaped, so that no reader of forms or URIs can take it for something else.
  public var encoded: String {
    var text = ""
    for item in items {
      if !text.isEmpty { text += "&" }
      PercentEncoding.append(item.name, to: &text, keeping: .unreserved)
      guard let value = item.value else { continue }
      text += "="
      PercentEncoding.append(value, to: &text, keeping: .unreserved)
    }
    return text
  }

  /// Reads the query of a URL: `+` is a space, as in a form; an escape that is none stands for itself; bytes that
  /// are no UTF-8 become U+FFFD.
  public init(encoded text: String) {
    self.init(items: PercentEncoding.formItems(of: text).map { Item($0.name, $0.value) })
  }
}
