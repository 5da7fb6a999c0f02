/// The keyed container of one object. It is one word, which the standard library copies in a few instructions.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let slot: ContainerSlot<Document>

  init(slot: ContainerSlot<Document>) { self.slot = slot }

  var codingPath: [any CodingKey] { read { $0.path(to: $1) } }

  /// The keys in the order of the text that are keys of the type.
  ///
  /// They are written to the array's memory: to append one, the standard library looks up the array's type several times. Only
  /// those of an object with so many members that few may be keys are appended.
  var allKeys: [Key] {
    read { document, object in
      guard Room(for: document.memberCount(of: object), stride: MemoryLayout<Key>.stride).isWhole else {
        var keys: [Key] = []
        document.forEachKey(of: object) { name in if let key = Key(stringValue: name) { keys.append(key) } }
        return keys
      }
      return [Key](writingAtMost: document.memberCount(of: object)) { keys, count in
        document.forEachKey(of: object) { name in
          guard let key = Key(stringValue: name) else { return }
          keys.initializeElement(at: count, to: key)
          count &+= 1
        }
      }
    }
  }

  func contains(_ key: Key) -> Bool { read { find(key, $0, $1) != nil } }

  /// Calls `body` with the document and the node of the object.
  @inline(__always) private func read<R>(_ body: (Document, Int) throws -> R) rethrows -> R {
    try slot.withOwner { try body($0, slot.node) }
  }

  @inline(__always) private func find(_ key: some CodingKey, _ document: Document, _ object: Int) -> Int? {
    document.find(key.stringValue, in: object, &slot.order)
  }

  /// Calls `body` with the document and the node of the value for a key.
  @inline(__always)
  func read<R>(_ key: some CodingKey, _ body: (Document, Int) throws -> R) throws -> R {
    try read { document, object in
      guard let value = find(key, document, object) else { throw missing(key) }
      return try body(document, value)
    }
  }

  /// Calls `body` like `read`. Returns nil if the object lacks the key or the value is null.
  @inline(__always)
  func readIfPresent<R>(_ key: Key, _ body: (Document, Int) throws -> R) throws -> R? {
    try read { document, object in
      guard let value = find(key, document, object), !document.isNull(value) else {
        return nil
      }
      return try body(document, value)
    }
  }

  @inline(never) private func missing(_ key: some CodingKey) -> DecodingError {
    read { .keyNotFound(key, $0.context(at: $1, "No value for the key “\(key.stringValue)”.")) }
  }

  func decodeNil(forKey key: Key) throws -> Bool { try read(key) { $0.isNull($1) } }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try read(key) { try $0.decode(type, at: $1) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try readIfPresent(key) { try $0.decode(type, at: $1) }
  }

  // MARK: Containers within

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try read(key) { try $0.keyed(by: type, at: $1) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try read(key) { try $0.unkeyed(at: $1) }
  }

  func superDecoder() throws -> any Decoder { decoder(for: JSONKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(for: key) }

  /// Returns a decoder of the value for a key. A missing value reads as null.
  private func decoder(for key: some CodingKey) -> ValueDecoder {
    read { document, object in
      let value = find(key, document, object)
      return ValueDecoder(document: document, node: value ?? document.addMissing(at: codingPath + [key]))
    }
  }
}

/// The overloads for standard types, which `KeyedDecodingContainerProtocol` requires one by one.
extension KeyedReader {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) { try $0.bool(at: $1) } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) { try $0.text(at: $1) } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(key) { try $0.double(at: $1) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(key) { try $0.float(at: $1) } }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try readIfPresent(key) { try $0.bool(at: $1) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(key) { try $0.text(at: $1) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(key) { try $0.double(at: $1) }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try readIfPresent(key) { try $0.float(at: $1) }
  }

  // MARK: Integers

  @inline(__always) private func integer<I: FixedWidthInteger & Decodable>(_ key: Key) throws -> I {
    try read(key) { try $0.integer(I.self, at: $1) }
  }

  @inline(__always) private func integerIfPresent<I: FixedWidthInteger & Decodable>(_ key: Key) throws -> I? {
    try readIfPresent(key) { try $0.integer(I.self, at: $1) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }
}
