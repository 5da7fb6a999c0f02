extension FormFields {
  /// The form as text: a space is `+`, and all is escaped but ASCII letters, digits and `*-._`
  /// (WHATWG URL standard, application/x-www-form-urlencoded serializing).
  public var encoded: String {
    var text = ""
    for item in items {
      if !text.isEmpty { text += "&" }
      PercentEncoding.appendToForm(item.name, to: &text)
      text += "="
      PercentEncoding.appendToForm(item.value ?? "", to: &text)
    }
    return text
  }

  /// Reads a form (WHATWG URL standard, application/x-www-form-urlencoded parsing).
  ///
  /// Any text is one: `+` is a space, a name without `=` has an empty value, an escape that is none stands for
  /// itself, and bytes that are no UTF-8 become U+FFFD.
  public init(encoded text: String) {
    self.init(items: PercentEncoding.formItems(of: text).map { Item($0.name, $0.value ?? "") })
  }

  /// The form as a body that is announced as `contentType`, which must be the type of forms, with or without parameters.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where it is another, or where a value has no
  ///   text.
  public func encoded(
    as contentType: String = MediaType.formURLEncoded.description
  ) throws(NetworkRequestError) -> HTTPBody {
    guard MediaType(contentType)?.parametersAside(.formURLEncoded) == true else {
      let problem =
        "the contentType “\(contentType)” is declared for FormFields, which are sent as "
        + "\(MediaType.formURLEncoded)"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    _ = try params.checkedItems(of: .body)
    return HTTPBody(content: .data(Data(encoded.utf8)), contentType: contentType, isEncoded: true)
  }
}

extension FormFields: HTTPBodyConvertible {
  /// `application/x-www-form-urlencoded`
  public var defaultContentType: String { MediaType.formURLEncoded.description }

  /// The form as text.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the declared type is another.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encoded(as: contentType ?? defaultContentType)
  }
}
