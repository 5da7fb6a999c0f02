/// The names and values of a form, in order; a name can be repeated.
///
/// ```swift
/// struct LogIn: Request {
///   typealias ReturnType = Session
///   let path = "/login"
///   let method = HTTPMethod.post
///   // ["user": "ann", "scope": ["read", "write"], "remember": true]
///   let body: FormFields
/// }
/// ```
/// The form is sent as `application/x-www-form-urlencoded`. Its pairs follow the rules of ``QueryParams``: nil is
/// skipped, an array repeats its name, and a value that cannot be written as text fails the call. A name without a
/// value is written as `name=`.
public struct FormFields: Sendable, Hashable {
  /// One name and its value; a nil value is written as an empty one.
  public typealias Item = QueryParams.Item

  /// The names and values as a query.
  public var params: QueryParams

  /// Creates a form from the names and values of a query.
  public init(_ params: QueryParams) {
    self.params = params
  }

  /// Creates a form from names and values of another type: `[URLQueryItem]`, or a dictionary, sorted by name.
  ///
  /// Disfavored, so that a literal stays in its order.
  @_disfavoredOverload
  public init(_ pairs: some QueryConvertible) {
    self.init(pairs.queryItems)
  }

  /// Creates a form from items; empty by default.
  public init(items: [Item] = []) {
    self.init(QueryParams(items: items))
  }

  /// The names and values, in the order in which they are sent.
  public var items: [Item] {
    get { params.items }
    set { params.items = newValue }
  }

  /// Appends a value: nothing for nil, one item for each element of an array.
  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    params.append(name, value)
  }

  /// The first value with that name.
  ///
  /// Setting a value replaces all items with that name by one; setting nil removes them.
  public subscript(name: String) -> String? {
    get { params[name] }
    set { params[name] = newValue }
  }

  /// The values with that name, in order.
  public func values(for name: String) -> [String] {
    params.values(for: name)
  }
}

extension FormFields: ExpressibleByDictionaryLiteral {
  /// Creates a form from the names and values of a literal, in its order.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}

extension FormFields: PrintedByDescription {
  /// The form as it is sent, without the values of secrets.
  public var description: String { Redaction.standard.query(encoded) }
}

extension FormFields {
  /// The form as text.
  ///
  /// A space becomes `+`, and every byte except ASCII letters, digits and `*-._` is percent-encoded (WHATWG URL
  /// standard, application/x-www-form-urlencoded serializing).
  public var encoded: String { params.encoded(asForm: true) }

  /// Parses a form (WHATWG URL standard, application/x-www-form-urlencoded parsing).
  ///
  /// Never fails: `+` is a space, a name without `=` gets an empty value, an invalid escape is kept as text, and
  /// invalid UTF-8 becomes U+FFFD.
  public init(encoded text: String) {
    self.init(items: PercentEncoding.formItems(of: text).map { Item($0.name, $0.value ?? "") })
  }

  /// The form as a body announced as `contentType`, which must be `application/x-www-form-urlencoded`, with
  /// or without parameters.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if `contentType` is another type, or a value
  ///   cannot be written as text.
  public func encoded(
    as contentType: String = MediaType.formURLEncoded.description
  ) throws(NetworkRequestError) -> HTTPBody {
    guard MediaType(contentType)?.parametersAside(.formURLEncoded) == true else {
      throw .invalidRequest(
        .body,
        "the contentType “\(contentType)” is declared for FormFields, which are sent as "
          + "\(MediaType.formURLEncoded)")
    }
    _ = try params.checkedItems(of: .body)
    return HTTPBody(content: .data(Data(encoded.utf8)), contentType: contentType, isEncoded: true)
  }
}

extension FormFields: HTTPBodyConvertible {
  /// `application/x-www-form-urlencoded`, the type of HTML forms.
  public var defaultContentType: String { MediaType.formURLEncoded.description }

  /// The form as a body in memory.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request declares another type, or a value
  ///   cannot be written as text.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encoded(as: contentType ?? defaultContentType)
  }
}

/// An encoder of any `Encodable` as a form: `application/x-www-form-urlencoded`, by the serializer of
/// the WHATWG URL standard.
///
/// It is one of the standard encoders, so a request only has to declare the content type:
///
/// ```swift
/// struct LogIn: Request {
///   typealias ReturnType = Session
///   let path = "/login"
///   let method = HTTPMethod.post
///   let contentType = "application/x-www-form-urlencoded"
///   let body: Login
/// }
/// ```
/// ``fields`` decides how arrays, dates and other values are written, as for a query. To list names and values
/// yourself, use ``FormFields``.
public struct FormEncoder: BodyEncoder {
  /// The encoder that turns a value into names and values; its styles are those of a query.
  public var fields: QueryEncoder

  /// Creates an encoder, with the default styles of ``QueryEncoder`` unless others are given.
  public init(_ fields: QueryEncoder = QueryEncoder()) {
    self.fields = fields
  }

  /// `application/x-www-form-urlencoded`, the type of HTML forms.
  public var mediaType: MediaType { .formURLEncoded }

  /// Encodes a value that has named members.
  ///
  /// - Throws: An `EncodingError` if the value is not an object, or has a member that the styles cannot express; an error
  ///   thrown by the value or by ``QueryEncoder/DateStyle/custom(_:)``. A request reports it as the cause of a
  ///   ``NetworkRequestError/invalidRequest(_:)``.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let items = try fields.items(of: value)
    return Data(FormFields(items: items).encoded.utf8)
  }
}
