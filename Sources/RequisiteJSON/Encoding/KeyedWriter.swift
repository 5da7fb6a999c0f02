/// The keyed container of an object that is being written.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let place: ContainerPlace<Writer>

  init(place: ContainerPlace<Writer>) { self.place = place }

  var codingPath: [any CodingKey] { place.withOwner { Array($0.path) } }

  /// Calls `body` with the writer, if it is the object's turn to be written.
  @inline(__always) private func write(_ key: some CodingKey, _ body: (Writer) throws -> Void) throws {
    try place.withOwner { writer in
      guard writer.isOpen(place.node) else {
        throw ValueEncoder.outOfTurn(key.stringValue, at: writer.path(adding: key))
      }
      try body(writer)
    }
  }

  /// Writes a member, whose value `body` writes.
  @inline(__always) private func member(_ key: some CodingKey, _ body: (Writer) -> Void) throws {
    try write(key) { writer in
      writer.settleIfPending()
      writer.beginMember(key)
      body(writer)
    }
  }

  /// Writes a member whole, or nothing if `body` throws.
  @inline(__always) private func member(_ key: some CodingKey, trying body: (Writer) throws -> Void) throws {
    try write(key) { writer in
      let mark = writer.mark()
      writer.beginMember(key)
      do {
        try body(writer)
      } catch {
        writer.undo(to: mark)
        throw error
      }
    }
  }

  func encodeNil(forKey key: Key) throws { try member(key) { $0.output.append("null") } }
  func encode(_ value: Bool, forKey key: Key) throws { try member(key) { $0.write(value) } }
  func encode(_ value: String, forKey key: Key) throws { try member(key) { $0.write(value) } }
  func encode(_ value: Double, forKey key: Key) throws {
    try member(key, trying: { try $0.write(value, at: key) })
  }
  func encode(_ value: Float, forKey key: Key) throws {
    try member(key, trying: { try $0.write(value, at: key) })
  }

  func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }

  @inline(__always) private func integer(_ value: some FixedWidthInteger, _ key: Key) throws {
    try member(key) { $0.output.append(integer: value) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try member(key, trying: { try $0.writeValue(value, at: key) })
  }

  // MARK: Containers within

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(writer: detached(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ValueEncoder(writer: detached(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { ValueEncoder(writer: detached(JSONKey.super)) }

  func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder(writer: detached(key)) }

  private func detached(_ key: some CodingKey) -> Writer {
    place.withOwner { writer in
      guard writer.isOpen(place.node) else { return writer.lost() }
      writer.settleIfPending()
      writer.beginMember(key)
      return writer.detached(at: key)
    }
  }
}
