/// Names and values of a form, in their order; a name may be repeated.
///
/// ```swift
/// struct LogIn: Request {
///   typealias ReturnType = Session
///   let path = "/login"
///   let method = HTTPMethod.post
///   let body: FormFields            // ["user": "ann", "scope": ["read", "write"], "remember": true]
/// }
/// ```
/// Sent as `application/x-www-form-urlencoded`. The pairs are ``QueryParams``, with the same rules: nil is skipped, an
/// array repeats its name, and a value that has no text fails the call. A name without a value is written as `name=`.
public struct FormFields: Sendable, Hashable {
  /// One name and its value, which is empty for nil.
  public typealias Item = QueryParams.Item

  /// The names and values as a query.
  public var params: QueryParams

  /// Makes a form of names and values.
  public init(_ params: QueryParams) {
    self.params = params
  }

  /// Makes a form of items; none by default.
  public init(items: [Item] = []) {
    self.init(QueryParams(items: items))
  }

  /// The names and values, in the order in which they are sent.
  public var items: [Item] {
    get { params.items }
    set { params.items = newValue }
  }

  /// Adds a value after the others: nothing for nil, one item for each element of an array.
  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    params.append(name, value)
  }

  /// The first value of that name. Setting it replaces all items of that name by one; nil removes them.
  public subscript(name: String) -> String? {
    get { params[name] }
    set { params[name] = newValue }
  }

  /// The values of that name, in their order.
  public func values(for name: String) -> [String] {
    params.values(for: name)
  }
}

extension FormFields: ExpressibleByDictionaryLiteral {
  /// Makes a form of names and values in the order of the literal.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}

extension FormFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The form as it is sent, without the values of secrets.
  public var description: String { Redaction.standard.query(encoded) }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The description alone, so that `dump` cannot tell more.
  public var customMirror: Mirror { Mirror(self, children: ["fields": description]) }
}

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
  /// Every text can be read: `+` is a space, a name without `=` has an empty value, an invalid escape is kept as text,
  /// and invalid UTF-8 becomes U+FFFD.
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
  /// `application/x-www-form-urlencoded`, the type of HTML forms.
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
