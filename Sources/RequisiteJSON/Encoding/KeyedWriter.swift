/// The keyed container of an object that is being written.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: Writer
  let frame: Int

  var codingPath: [any CodingKey] { Array(writer.path) }

  /// Writes a member whole, or nothing if `body` throws.
  @inline(__always) private func member(_ key: some CodingKey, _ body: () throws -> Void) throws {
    guard writer.isOpen(frame) else {
      throw ValueEncoder.outOfTurn(key.stringValue, at: writer.path(adding: key))
    }
    let mark = writer.mark()
    begin(key)
    do {
      try body()
    } catch {
      writer.undo(to: mark)
      throw error
    }
  }

  @inline(__always) private func begin(_ key: some CodingKey) {
    let name = writer.session.name(of: key, in: writer)
    writer.noteKey(name)
    writer.beginMember(name)
  }

  func encodeNil(forKey key: Key) throws { try member(key) { writer.output.append("null") } }
  func encode(_ value: Bool, forKey key: Key) throws { try member(key) { writer.write(value) } }
  func encode(_ value: String, forKey key: Key) throws { try member(key) { writer.write(value) } }
  func encode(_ value: Double, forKey key: Key) throws {
    try member(key) { try writer.write(value, at: key) }
  }
  func encode(_ value: Float, forKey key: Key) throws { try member(key) { try writer.write(value, at: key) } }
  func encode(_ value: Int, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try member(key) { writer.output.append(integer: value) }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try member(key) { try writer.writeValue(value, at: key) }
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
    guard writer.isOpen(frame) else { return writer.lost() }
    writer.mark()
    begin(key)
    return writer.detached(at: key)
  }
}
