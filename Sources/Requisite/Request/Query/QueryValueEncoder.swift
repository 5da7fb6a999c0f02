/// The `Encoder` behind a ``QueryEncoder``, for all values but those written as a single text.
///
/// The encoder and its containers store only a place and the list that all of them write to.
struct QueryValueEncoder: Encoder {
  let writer: QueryWriter
  let place: QueryKeyPath

  init(writer: QueryWriter, place: QueryKeyPath) {
    self.writer = writer
    self.place = place.opened
  }

  var codingPath: [any CodingKey] { place.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if !place.admitsObject(in: writer.style) {
      writer.refuse("an object in an array can only be written with ArrayStyle.indexed", at: place)
    }
    return KeyedEncodingContainer(QueryObject<Key>(writer: writer, place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if place.name == nil {
      writer.refuse("a query consists of named values, and the elements of an array have no names", at: place)
    } else if !place.admitsObject(in: writer.style) {
      writer.refuse("an array in an array can only be written with ArrayStyle.indexed", at: place)
    }
    return QueryArray(writer: writer, place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    QuerySingleValue(writer: writer, place: place)
  }
}

private struct QueryObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: QueryWriter
  let place: QueryKeyPath

  var codingPath: [any CodingKey] { place.path }

  // One generic function implements all `encode` functions of the protocol.
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try writer.write(value, at: place.member(key, by: writer.style))
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

  func superEncoder() -> any Encoder { nested(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: any CodingKey) -> QueryValueEncoder {
    QueryValueEncoder(writer: writer, place: place.member(key, by: writer.style))
  }
}

private struct QueryArray: UnkeyedEncodingContainer {
  let writer: QueryWriter
  let place: QueryKeyPath
  private(set) var count = 0

  init(writer: QueryWriter, place: QueryKeyPath) {
    self.writer = writer
    self.place = place
  }

  var codingPath: [any CodingKey] { place.path }

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

  private mutating func nested() -> QueryValueEncoder { QueryValueEncoder(writer: writer, place: next()) }

  private mutating func next() -> QueryKeyPath {
    defer { count += 1 }
    return place.element(count, by: writer.style)
  }
}

private struct QuerySingleValue: SingleValueEncodingContainer {
  let writer: QueryWriter
  let place: QueryKeyPath

  var codingPath: [any CodingKey] { place.path }

  func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value, at: place) }
  func encodeNil() {}
}

/// The key under which a superclass encodes itself: `super`.
private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
