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
/// Sent as `application/x-www-form-urlencoded`. nil is skipped; an array repeats its name.
public struct FormFields: Sendable, Hashable {
  /// One name and its value.
  public struct Item: Sendable, Hashable {
    /// The name, not escaped.
    public var name: String
    /// The value, not escaped.
    public var value: String

    /// Makes an item.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The names and values, in the order in which they are sent.
  public var items: [Item]

  /// Makes a form of items; none by default.
  public init(items: [Item] = []) {
    self.items = items
  }

  /// Adds a value behind the others: nothing for nil, one item an element for an array.
  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    for text in value?.queryTexts ?? [] { items.append(Item(name, text)) }
  }

  /// The first value of that name. Setting it replaces all of the name by one; nil removes them.
  public subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set {
      let place = items.firstIndex { $0.name == name } ?? items.endIndex
      items.removeAll { $0.name == name }
      if let newValue { items.insert(Item(name, newValue), at: place) }
    }
  }

  /// The values of that name, in their order.
  public func values(for name: String) -> [String] {
    items.filter { $0.name == name }.map(\.value)
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

extension FormFields.Item: CustomReflectable {
  /// The name, and the value unless it is a secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": printableValue]) }

  private var printableValue: String {
    Redaction.standard.hidesValue(of: name) ? Redaction.mark : Redaction.standard.text(value)
  }
}
