/// The list that collects the items of a query while a value encodes itself.
///
/// A class, because all containers of one encoding append to the same list. It exists for one call of `encode`.
final class QueryWriter {
  let style: QueryEncoder
  private(set) var items: [QueryParams.Item] = []
  private var problem: (path: [any CodingKey], text: String)?

  init(style: QueryEncoder) {
    self.style = style
  }

  func write<Value: Encodable>(_ value: Value, at keyPath: QueryKeyPath) throws {
    if let value = value as? any SingleQueryValue { return try write(value, at: keyPath) }
    if let value = value as? any QueryValue, !(value is any SeveralQueryValues) {
      return try write(ownTextsOf: value, at: keyPath)
    }
    if let dictionary = value as? any TextKeyedDictionary {
      try dictionary.writeMembers(to: self, at: keyPath)
    } else {
      try value.encode(to: QueryValueEncoder(writer: self, keyPath: keyPath))
    }
    // Opening a container cannot throw, so the error of a misplaced container is thrown here.
    if let problem { throw EncodingError.ofQuery(value, problem.text, at: problem.path) }
  }

  /// Records that a container has a key path where the style cannot represent it. Only the first problem is kept.
  func refuse(_ text: String, at keyPath: QueryKeyPath) {
    problem = problem ?? (keyPath.path, text)
  }

  private func write(_ value: any SingleQueryValue, at keyPath: QueryKeyPath) throws {
    guard let text = try value.queryText(by: style) else {
      throw EncodingError.ofQuery(value, at: keyPath.path)
    }
    try write(text, of: value, at: keyPath)
  }

  /// Writes the texts that a user's type provides: one text as a value, none or several as an array.
  private func write(ownTextsOf value: any QueryValue, at keyPath: QueryKeyPath) throws {
    let texts = try value.queryTexts
    guard texts.count != 1 else { return try write(texts[0], of: value, at: keyPath) }
    let array = keyPath.opened
    for (index, text) in texts.enumerated() {
      try write(text, of: value, at: array.element(index, by: style))
    }
  }

  private func write(_ text: String, of value: Any, at keyPath: QueryKeyPath) throws {
    guard let name = keyPath.name else {
      throw EncodingError.ofQuery(
        value, "a query consists of named values, and this value has no name", at: keyPath.path)
    }
    guard keyPath.isElement, style.arrays == .commaSeparated else {
      return items.append(QueryParams.Item(name, text))
    }
    guard !text.utf8.contains(UInt8(ascii: ",")) else {
      let problem = "an element of a comma-separated array contains a comma: choose another ArrayStyle"
      throw EncodingError.ofQuery(value, problem, at: keyPath.path)
    }
    guard let last = items.last, last.name == name, let list = last.value else {
      return items.append(QueryParams.Item(name, text))
    }
    items[items.count - 1].value = "\(list),\(text)"
  }
}

/// A dictionary with text keys. Its members are written sorted by key, because a dictionary has no order.
protocol TextKeyedDictionary {
  func writeMembers(to writer: QueryWriter, at keyPath: QueryKeyPath) throws
}

extension Dictionary: TextKeyedDictionary where Key: CodingKeyRepresentable, Value: Encodable {
  func writeMembers(to writer: QueryWriter, at keyPath: QueryKeyPath) throws {
    guard keyPath.admitsObject(in: writer.style) else {
      return writer.refuse("an object in an array can only be written with ArrayStyle.indexed", at: keyPath)
    }
    let members = map { ($0.codingKey, $1) }.sorted { $0.0.stringValue < $1.0.stringValue }
    let keyPath = keyPath.opened
    for (key, value) in members {
      try writer.write(value, at: keyPath.member(key, named: key.stringValue, by: writer.style))
    }
  }
}

/// The key path of a value that is being encoded: its name in the query and its coding path.
struct QueryKeyPath {
  /// The name under which a text at this key path is written; nil at the top level, which has no name.
  let name: String?
  /// True for an element of an array.
  let isElement: Bool
  // The coding path of the enclosing object or array, and the last key apart from it: most key paths are only written to, so
  // the full path is built only for a nested value or an error.
  private let container: [any CodingKey]
  private let key: (any CodingKey)?

  static let top = QueryKeyPath(name: nil, isElement: false, container: [], key: nil)

  var path: [any CodingKey] { key.map { container + [$0] } ?? container }

  /// This key path as the parent of its members or elements.
  var opened: QueryKeyPath { QueryKeyPath(name: name, isElement: isElement, container: path, key: nil) }

  /// The key path of a property of the object that is ``opened`` here, its key written in the style's
  /// ``QueryEncoder/KeyStyle``.
  func member(_ key: any CodingKey, by style: QueryEncoder) -> QueryKeyPath {
    member(key, named: style.keys.name(of: key.stringValue), by: style)
  }

  /// The key path of the member named `text` of the object that is ``opened`` here.
  func member(_ key: any CodingKey, named text: String, by style: QueryEncoder) -> QueryKeyPath {
    let name = name.map { style.nesting.join($0, text) } ?? text
    return QueryKeyPath(name: name, isElement: false, container: container, key: key)
  }

  /// The key path of an element of the array that is ``opened`` here, named in the style's ``QueryEncoder/ArrayStyle``.
  func element(_ index: Int, by style: QueryEncoder) -> QueryKeyPath {
    let array = name ?? ""
    let name =
      switch style.arrays {
      case .repeated, .commaSeparated: array
      case .brackets: array + "[]"
      case .indexed: "\(array)[\(index)]"
      }
    return QueryKeyPath(name: name, isElement: true, container: container, key: JSONKey(index: index))
  }

  /// True if an object or array can be written here: not within an array, unless arrays are indexed.
  func admitsObject(in style: QueryEncoder) -> Bool { !isElement || style.arrays == .indexed }
}

extension QueryEncoder.NestingStyle {
  fileprivate func join(_ object: String, _ member: String) -> String {
    switch self {
    case .brackets: "\(object)[\(member)]"
    case .dots: "\(object).\(member)"
    }
  }
}

/// The `Encoder` behind a ``QueryEncoder``, for all values but those written as a single text.
///
/// The encoder and its containers store only a key path and the list that all of them write to.
struct QueryValueEncoder: Encoder, SingleValueEncodingContainer {
  let writer: QueryWriter
  let keyPath: QueryKeyPath

  init(writer: QueryWriter, keyPath: QueryKeyPath) {
    self.writer = writer
    self.keyPath = keyPath.opened
  }

  var codingPath: [any CodingKey] { keyPath.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if !keyPath.admitsObject(in: writer.style) {
      writer.refuse("an object in an array can only be written with ArrayStyle.indexed", at: keyPath)
    }
    return KeyedEncodingContainer(QueryObject<Key>(writer: writer, keyPath: keyPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if keyPath.name == nil {
      writer.refuse(
        "a query consists of named values, and the elements of an array have no names", at: keyPath)
    } else if !keyPath.admitsObject(in: writer.style) {
      writer.refuse("an array in an array can only be written with ArrayStyle.indexed", at: keyPath)
    }
    return QueryArray(writer: writer, keyPath: keyPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value, at: keyPath) }
  func encodeNil() {}
}

private struct QueryObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: QueryWriter
  let keyPath: QueryKeyPath

  var codingPath: [any CodingKey] { keyPath.path }

  // One generic function implements all `encode` functions of the protocol.
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try writer.write(value, at: keyPath.member(key, by: writer.style))
  }

  func encodeNil(forKey key: Key) {}

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(JSONKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: any CodingKey) -> QueryValueEncoder {
    QueryValueEncoder(writer: writer, keyPath: keyPath.member(key, by: writer.style))
  }
}

private struct QueryArray: UnkeyedEncodingContainer {
  let writer: QueryWriter
  let keyPath: QueryKeyPath
  var count = 0

  var codingPath: [any CodingKey] { keyPath.path }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try writer.write(value, at: next())
  }

  mutating func encodeNil() { count += 1 }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nested() }

  private mutating func nested() -> QueryValueEncoder { QueryValueEncoder(writer: writer, keyPath: next()) }

  private mutating func next() -> QueryKeyPath {
    defer { count += 1 }
    return keyPath.element(count, by: writer.style)
  }
}
