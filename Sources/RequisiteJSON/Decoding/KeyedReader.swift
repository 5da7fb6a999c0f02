/// The keyed container of one object. It is one word, which the standard library copies in a few instructions.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: ObjectInDocument

  @inline(__always) var document: Document { object.document }
  @inline(__always) var node: Int { object.node }

  var codingPath: [any CodingKey] { document.path(to: node) }

  var allKeys: [Key] {
    var keys: [Key] = []
    document.forEachKey(of: node) { name in
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  /// Returns the node of the value for a key, or nil if the object lacks the key.
  @inline(__always) func find(_ key: some CodingKey) -> Int? { document.find(key.stringValue, in: node) }

  @inline(__always) func value(for key: some CodingKey) throws -> Int {
    guard let value = find(key) else { throw missing(key) }
    return value
  }

  /// Returns the node of the value for a key, or nil if the object lacks the key or the value is null.
  @inline(__always) func present(_ key: Key) -> Int? {
    guard let value = find(key), !document.isNull(value) else { return nil }
    return value
  }

  @inline(never) private func missing(_ key: some CodingKey) -> DecodingError {
    .keyNotFound(key, document.context(at: node, "No value for the key “\(key.stringValue)”."))
  }

  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try value(for: key)) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try document.decode(type, at: value(for: key))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = present(key) else { return nil }
    return try document.decode(type, at: value)
  }

  // MARK: Containers within

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try document.keyed(by: type, at: value(for: key))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try document.unkeyed(at: value(for: key))
  }

  func superDecoder() throws -> any Decoder { decoder(for: JSONKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(for: key) }

  /// Returns a decoder of the value for a key. A missing value reads as null.
  private func decoder(for key: some CodingKey) -> ValueDecoder {
    let value = find(key) ?? document.addMissing(at: codingPath + [key])
    return ValueDecoder(document: document, node: value)
  }
}
