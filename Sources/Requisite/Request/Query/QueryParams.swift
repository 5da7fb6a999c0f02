/// The names and values of a query, in order; a name may repeat.
///
/// ```swift
/// let queryParams: QueryParams = [
///   "page": page, "tag": ["a", "b"], "done": true, "cursor": cursor,
/// ]
/// ```
/// Names and values are escaped when the URL is built, with `+`, `&`, `=` and space. nil is skipped; an array repeats its
/// name. A value without a text form, such as a number that is not finite, fails the call with
/// ``NetworkRequestError/invalidRequest(_:)``, which gives its name; nothing is sent. For other styles of dates, arrays and
/// Booleans use a ``QueryEncoder``. To send such pairs as a body, use ``FormFields``.
@dynamicMemberLookup
public struct QueryParams: Sendable, Hashable {
  /// A name and its value; the value is nil for a name alone, as in `?verbose`.
  public struct Item: Sendable, Hashable {
    /// The name, not percent-encoded.
    public var name: String
    /// The value, not percent-encoded; nil for a name without `=`.
    public var value: String?

    /// Creates an item from a name and a value without percent-encoding.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// The names and values, in the order in which they are sent.
  public var items: [Item]
  /// A message about the first value that could not be written; nil if all could.
  private var problem: String?

  /// Creates a query from items; empty by default.
  public init(items: [Item] = []) {
    self.items = items
  }

  /// Creates a query from names and values of another type: `[URLQueryItem]`, or a dictionary, sorted by name.
  public init(_ pairs: some QueryConvertible) {
    self = pairs.queryItems
  }

  /// Adds a value at the end: no item for nil, one item for each element of an array.
  ///
  /// A value without a text form, such as a number that is not finite, fails the call when the request is built.
  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    guard let value else { return }
    do {
      for text in try value.queryTexts { items.append(Item(name, text)) }
    } catch {
      problem = problem ?? "the value of “\(name)” cannot be written: \(ErrorIdentity.message(of: error))"
    }
  }

  /// The items, if all values could be written.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` for `part`, naming the first value that could not be written.
  func checkedItems(of part: InvalidRequest.Part) throws(NetworkRequestError) -> [Item] {
    if let problem { throw .invalidRequest(part, problem) }
    return items
  }

  /// The value of the first item with this name; nil if there is no such item, or it is a name alone.
  ///
  /// Setting a value replaces all items of the name by one, at the position of the first; nil removes them.
  public subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set { replace(name, with: newValue.map { [Item(name, $0)] } ?? []) }
  }

  /// The value of the first item with this name, as in `query.greeting = "Hello World"`.
  public subscript(dynamicMember name: String) -> String? {
    get { self[name] }
    set { self[name] = newValue }
  }

  /// The values of all items with this name, in order; items without a value are skipped.
  public func values(for name: String) -> [String] {
    items.filter { $0.name == name }.compactMap(\.value)
  }

  private mutating func replace(_ name: String, with new: [Item]) {
    let index = items.firstIndex { $0.name == name } ?? items.endIndex
    items.removeAll { $0.name == name }
    items.insert(contentsOf: new, at: index)
  }
}

extension QueryParams: ExpressibleByDictionaryLiteral {
  /// Creates a query from names and values, in the order of the literal.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    self.init()
    items.reserveCapacity(elements.count)
    for (name, value) in elements { append(name, value) }
  }
}

// Not `CustomStringConvertible`, because a member `description` would hide a query item of that name. `print` uses the
// mirror instead.
extension QueryParams: CustomReflectable {
  /// The encoded query with secret values redacted, so that neither `print` nor `dump` shows them.
  public var customMirror: Mirror {
    Mirror(self, children: ["query": Redaction.standard.query(encoded)], displayStyle: .struct)
  }
}

extension QueryParams.Item: CustomReflectable {
  /// The name, and the value with secrets redacted.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": printableValue as Any], displayStyle: .struct)
  }

  private var printableValue: String? {
    value.map { Redaction.standard.hidesValue(of: name) ? Redaction.mark : Redaction.standard.text($0) }
  }
}

extension QueryParams {
  /// The query as it appears in a URL, without the question mark.
  ///
  /// All characters but the unreserved ones of RFC 3986 §2.3 are escaped, so that parsers of forms and of URIs read the
  /// same names and values.
  public var encoded: String { encoded(asForm: false) }

  /// The items as text. A form has a `=` after each name.
  func encoded(asForm isForm: Bool) -> String {
    let kept: ByteSet = isForm ? .form : .unreserved
    var text = ""
    for item in items {
      if !text.isEmpty { text += "&" }
      PercentEncoding.append(item.name, to: &text, keeping: kept, spaceIsPlus: isForm)
      guard let value = item.value ?? (isForm ? "" : nil) else { continue }
      text += "="
      PercentEncoding.append(value, to: &text, keeping: kept, spaceIsPlus: isForm)
    }
    return text
  }

  /// Parses the query of a URL, given without its question mark.
  ///
  /// `+` is read as a space, as in a form; an invalid escape is kept as text; invalid UTF-8 becomes U+FFFD.
  public init(encoded text: String) {
    self.init(items: PercentEncoding.formItems(of: text).map { Item($0.name, $0.value) })
  }
}

/// A type that, besides any `Encodable`, can be the `queryParams` of a ``Request``: ``QueryParams``, `[String: String]`,
/// `[String: String?]`, `[URLQueryItem]`, or an Optional of these (nil adds nothing).
public protocol QueryConvertible: Sendable {
  /// The names and values, in the order in which they are sent.
  var queryItems: QueryParams { get }
}

extension QueryConvertible {
  /// The names and values of the query. A dictionary with `Encodable` values is written in the styles of `encoder`.
  func queryParams(by encoder: QueryEncoder) throws(NetworkRequestError) -> QueryParams {
    guard let dictionary = self as? any TextKeyedDictionary & Encodable else { return queryItems }
    return try encoder.encode(dictionary)
  }
}

extension QueryParams: QueryConvertible {
  /// The query itself, unchanged.
  public var queryItems: QueryParams { self }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryValue {
  /// The names and values sorted by name, because a dictionary has no order; nil is skipped.
  ///
  /// Values are written in the default styles. As the `queryParams` of a request, a dictionary is written in the styles of
  /// the call's ``QueryEncoder`` instead.
  public var queryItems: QueryParams {
    var params = QueryParams()
    for (name, value) in sorted(by: { $0.key < $1.key }) { params.append(name, value) }
    return params
  }
}

extension Array: QueryConvertible where Element == URLQueryItem {
  /// The names and values of the items, in order; an item without a value is a name alone.
  public var queryItems: QueryParams {
    QueryParams(items: map { QueryParams.Item($0.name, $0.value) })
  }
}

extension Optional: QueryConvertible where Wrapped: QueryConvertible {
  /// The names and values of the wrapped value; empty for nil.
  public var queryItems: QueryParams { self?.queryItems ?? QueryParams() }
}
