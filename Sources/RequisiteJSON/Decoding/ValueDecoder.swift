/// The decoder of one node. At two words, `any Decoder` holds it without an allocation.
struct ValueDecoder: Decoder {
  let document: Document
  let node: Int

  var codingPath: [any CodingKey] { document.path(to: node) }

  var userInfo: [CodingUserInfoKey: Any] { document.coding.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    document.entered = node
    return try document.keyed(by: type, at: node)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    document.entered = node
    return try document.unkeyed(at: node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    document.entered = node
    return self
  }
}

extension Document {
  @inline(__always)
  func keyed<Key: CodingKey>(by type: Key.Type, at index: Int) throws -> KeyedDecodingContainer<Key> {
    guard tape[index].kind == Node.Kind.object else { throw nullOrMismatch([String: Any].self, at: index) }
    try prepareKeys(of: index)
    return containers.container(
      keyedBy: type, for: self, at: index, isKept: !isRead && KeyedBoxes.areReferences
    ) {
      KeyedDecodingContainer(KeyedReader<Key>(slot: $0))
    }
  }

  func unkeyed(at index: Int) throws -> UnkeyedReader {
    guard tape[index].kind == Node.Kind.array else { throw nullOrMismatch([Any].self, at: index) }
    return UnkeyedReader(document: self, node: index)
  }

  func bool(at index: Int) throws -> Bool {
    switch tape[index].kind {
    case Node.Kind.true: true
    case Node.Kind.false: false
    default: throw mismatch(Bool.self, at: index)
    }
  }

  @inline(__always) func text(at index: Int) throws -> String {
    let kind = tape[index].kind
    guard kind >= Node.Kind.plainString, kind <= Node.Kind.escapedString else {
      throw nullOrMismatch(String.self, at: index)
    }
    return try string(at: index)
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(node) }
  func decode(_ type: Bool.Type) throws -> Bool { try document.bool(at: node) }
  func decode(_ type: String.Type) throws -> String { try document.text(at: node) }
  func decode(_ type: Double.Type) throws -> Double { try document.double(at: node) }
  func decode(_ type: Float.Type) throws -> Float { try document.float(at: node) }
  func decode(_ type: Int.Type) throws -> Int { try document.integer(type, at: node) }
  func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, at: node) }
  func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, at: node) }
  func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, at: node) }
  func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, at: node) }
  func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, at: node) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, at: node) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, at: node) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, at: node) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, at: node) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, at: node) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, at: node) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try document.decode(type, at: node) }
}
