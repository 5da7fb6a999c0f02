/// Names and values of a query, in their order; a name may be repeated.
///
/// ```swift
/// let queryParams: QueryParams = ["page": page, "tag": ["a", "b"], "done": true, "cursor": cursor]
/// ```
/// Values are escaped when the URL is built, `+`, `&`, `=` and space among them. nil is skipped; an array repeats
/// its name. A value that has no text, such as a number that is not finite, fails the call with
/// ``NetworkRequestError/invalidRequest(_:)``, which names it; nothing is sent. For other styles of dates, arrays and
/// truth values there is the ``QueryEncoder``. ``FormFields`` are the same pairs as a body.
@dynamicMemberLookup
public struct QueryParams: Sendable, Hashable {
  /// One name and its value; nil for a name that stands alone, as in `?verbose`.
  public struct Item: Sendable, Hashable {
    /// The name, not escaped.
    public var name: String
    /// The value, not escaped.
    public var value: String?

    /// Makes an item of unescaped texts.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// The names and values, in the order in which they are sent.
  public var items: [Item]
  /// What is wrong with the first value that could not be written.
  private var problem: String?

  /// Makes a query of items; none by default.
  public init(items: [Item] = []) {
    self.items = items
  }

  /// Makes a query of names and values of another kind: `[URLQueryItem]`, or a dictionary in the order of its names.
  public init(_ pairs: some QueryConvertible) {
    self = pairs.queryItems
  }

  /// Adds a value after the others: nothing for nil, one item for each element of an array.
  ///
  /// A value that has no text is reported when the request is built.
  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    guard let value else { return }
    do {
      for text in try value.queryTexts { items.append(Item(name, text)) }
    } catch {
      problem = problem ?? "the value of “\(name)” cannot be written: \(ErrorIdentity.message(of: error))"
    }
  }

  /// The items, where all values could be written.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` for the part that the pairs are of, naming the first value
  ///   that could not.
  func checkedItems(of part: InvalidRequest.Part) throws(NetworkRequestError) -> [Item] {
    if let problem { throw .invalidRequest(InvalidRequest(part, problem)) }
    return items
  }

  /// The first value of that name. Setting it replaces all items of that name by one; nil removes them.
  public subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set { replace(name, with: newValue.map { [Item(name, $0)] } ?? []) }
  }

  /// The first value of that name, as in `query.greeting = "Hello World"`.
  public subscript(dynamicMember name: String) -> String? {
    get { self[name] }
    set { self[name] = newValue }
  }

  /// The values of that name, in their order.
  public func values(for name: String) -> [String] {
    items.filter { $0.name == name }.compactMap(\.value)
  }

  private mutating func replace(_ name: String, with new: [Item]) {
    let place = items.firstIndex { $0.name == name } ?? items.endIndex
    items.removeAll { $0.name == name }
    items.insert(contentsOf: new, at: place)
  }
}

extension QueryParams: ExpressibleByDictionaryLiteral {
  /// Makes a query of names and values in the order of the literal.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    self.init()
    items.reserveCapacity(elements.count)
    for (name, value) in elements { append(name, value) }
  }
}

// Not `CustomStringConvertible`: a member `description` would hide a query item of that name. A value without it prints by its
// mirror.
extension QueryParams: CustomReflectable {
  /// The query as it is sent, without the values of secrets, so that neither `print` nor `dump` shows them.
  public var customMirror: Mirror { Mirror(self, children: ["query": Redaction.standard.query(encoded)]) }
}

extension QueryParams.Item: CustomReflectable {
  /// The name, and the value unless it is a secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": printableValue as Any]) }

  private var printableValue: String? {
    value.map { Redaction.standard.hidesValue(of: name) ? Redaction.mark : Redaction.standard.text($0) }
  }
}

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

  /// Reads the query of a URL: `+` is a space, as in a form; an invalid escape is kept as text; invalid UTF-8 becomes
  /// U+FFFD.
  public init(encoded text: String) {
    self.init(items: PercentEncoding.formItems(of: text).map { Item($0.name, $0.value) })
  }
}

/// What can stand as the `queryParams` of a ``Request`` beside any `Encodable`: ``QueryParams``,
/// `[String: String]`, `[String: String?]` and `[URLQueryItem]`, and an Optional of these (nil adds nothing).
public protocol QueryConvertible: Sendable {
  /// The names and values.
  var queryItems: QueryParams { get }
}

extension QueryConvertible {
  /// The names and values; those of a dictionary of Encodable values in the styles of an encoder.
  func queryParams(by encoder: QueryEncoder) throws(NetworkRequestError) -> QueryParams {
    guard let dictionary = self as? any TextKeyedDictionary & Encodable else { return queryItems }
    return try encoder.encode(dictionary)
  }
}

extension QueryParams: QueryConvertible {
  /// The names and values themselves.
  public var queryItems: QueryParams { self }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryValue {
  /// The values in the order of their names, because a dictionary has no order; nil is skipped. As the `queryParams` of a
  /// request, its arrays, dates and truth values are written in the styles of the ``QueryEncoder`` instead.
  public var queryItems: QueryParams {
    var params = QueryParams()
    for (name, value) in sorted(by: { $0.key < $1.key }) { params.append(name, value) }
    return params
  }
}

extension Array: QueryConvertible where Element == URLQueryItem {
  /// The names and values; an item without a value is a name alone.
  public var queryItems: QueryParams {
    QueryParams(items: map { QueryParams.Item($0.name, $0.value) })
  }
}

extension Optional: QueryConvertible where Wrapped: QueryConvertible {
  /// The names and values, none for nil.
  public var queryItems: QueryParams { self?.queryItems ?? QueryParams() }
}
