extension QueryParams {
  /// The query as it stands in a URL, without the question mark: everything but the unreserved characters of
  /// RFC 3986 §2.3 is escaped, so that no reader of forms or URIs can take it for something else.
  public var encoded: String {
    encoded(keeping: .unreserved) { name, text in
      PercentEncoding.append(name, to: &text, keeping: .unreserved)
    }
  }

  func encoded(keeping kept: ByteSet, write: (String, inout String) -> Void) -> String {
    var text = ""
    for item in items {
      if !text.isEmpty { text += "&" }
      write(item.name, &text)
      guard let value = item.value else { continue }
      text += "="
      write(value, &text)
    }
    return text
  }

  /// Reads the query of a URL: `+` is a space, as in a form, and an escape that is none stands for itself.
  public init(encoded text: String) {
    let items = text.split(separator: "&").map { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(Self.decoded(sides[0]), sides.count > 1 ? Self.decoded(sides[1]) : nil)
    }
    self.init(items: items)
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
