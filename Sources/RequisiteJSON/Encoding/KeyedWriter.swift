/// The keyed container of an object that is being written.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let slot: ContainerSlot<Writer>

  init(slot: ContainerSlot<Writer>) { self.slot = slot }

  var codingPath: [any CodingKey] { slot.withOwner { Array($0.path) } }

  /// Calls `body` with the writer, if it is the object's turn to be written.
  @inline(__always) private func write(_ key: some CodingKey, _ body: (Writer) throws -> Void) throws {
    try slot.withOwner { writer in
      guard writer.isOpen(slot.node) else {
        throw ValueEncoder.usedOutOfOrder(key.stringValue, at: writer.path(adding: key))
      }
      try body(writer)
    }
  }

  /// Writes a member, whose value `body` writes.
  @inline(__always) private func member(_ key: some CodingKey, _ body: (Writer) -> Void) throws {
    try write(key) { writer in
      writer.insertReleasedIfPending()
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
    slot.withOwner { writer in
      guard writer.isOpen(slot.node) else { return writer.detachedWriter() }
      writer.insertReleasedIfPending()
      writer.beginMember(key)
      return writer.detached(at: key)
    }
  }
}

/// The unkeyed container of an array that is being written.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let writer: Writer
  let frame: Int

  var codingPath: [any CodingKey] { Array(writer.path) }

  var count: Int { writer.isOpen(frame) ? writer.frames[writer.top].count : 0 }

  private var key: JSONKey { JSONKey(index: count - 1) }

  /// Writes an element whole, or nothing if `body` throws.
  @inline(__always) private func element(_ body: () throws -> Void) throws {
    guard writer.isOpen(frame) else { throw ValueEncoder.usedOutOfOrder("an element", at: codingPath) }
    let mark = writer.mark()
    writer.beginElement()
    do {
      try body()
    } catch {
      writer.undo(to: mark)
      throw error
    }
  }

  func encodeNil() throws { try element { writer.output.append("null") } }
  func encode(_ value: Bool) throws { try element { writer.write(value) } }
  func encode(_ value: String) throws { try element { writer.write(value) } }
  func encode(_ value: Double) throws { try element { try writer.write(value, at: key) } }
  func encode(_ value: Float) throws { try element { try writer.write(value, at: key) } }
  func encode(_ value: Int) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: Int8) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: Int16) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: Int32) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: Int64) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: UInt) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: UInt8) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: UInt16) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: UInt32) throws { try element { writer.output.append(integer: value) } }
  func encode(_ value: UInt64) throws { try element { writer.output.append(integer: value) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try element { writer.output.append(integer: value) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try element { writer.output.append(integer: value) } }

  func encode<T: Encodable>(_ value: T) throws { try element { try writer.writeValue(value, at: key) } }

  // MARK: Containers within

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(writer: detached()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ValueEncoder(writer: detached()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { ValueEncoder(writer: detached()) }

  private func detached() -> Writer {
    guard writer.isOpen(frame) else { return writer.detachedWriter() }
    writer.insertReleasedIfPending()
    writer.beginElement()
    return writer.detached(at: key)
  }
}

/// Writers within a writer, for values that the program may fill at any time until the end.
extension Writer {
  /// A writer for a value at this position.
  func detached(at key: any CodingKey) -> Writer {
    let writer = takeSpare() ?? Writer(session: session)
    writer.begin(at: path + CollectionOfOne(key), depth: depth)
    pending.append((output.count, writer))
    return writer
  }

  private func takeSpare() -> Writer? {
    defer { spare = nil }
    return spare
  }

  /// Returns a writer for values encoded out of turn. Its text is dropped, and the encoding fails.
  func detachedWriter() -> Writer {
    session.fail("A container was used while it was not its turn to be written.")
    let writer = Writer(session: session)
    writer.begin(at: path, depth: depth)
    writer.isOwned = false
    return writer
  }

  /// Inserts the text of the last inner writer, if the program has released it.
  @inline(never) func insertReleasedWriter() {
    guard var last = pending.popLast() else { return }
    guard last.offset == output.count, Self.isReleased(&last.writer) else { return pending.append(last) }
    last.writer.finish()
    output.append(UnsafeBufferPointer(start: last.writer.output.bytes, count: last.writer.output.count))
    guard last.writer.isWorthKeeping else { return }
    last.writer.clear()
    spare = last.writer
  }

  /// True if the program refers to neither the writer nor a container or a writer of it.
  private static func isReleased(_ writer: inout Writer) -> Bool {
    guard isKnownUniquelyReferenced(&writer), !writer.containers.isUsed(by: writer) else { return false }
    return writer.pending.indices.allSatisfy { isReleased(&writer.pending[$0].writer) }
  }

  /// Drops the inner writers that begin after an offset. The program may refer to them.
  func drop(after offset: Int) {
    session.noteHeldWriter()
    session.releaseContainers()
    pending.removeAll { $0.offset > offset }
  }

  /// Ends the open containers and inserts the text of the inner writers. No container that the program refers to is kept
  /// for reuse then: see `EncodingSession.releaseContainers()`.
  func finish() {
    while !frames.isEmpty { pop() }
    isOwned = false
    guard !pending.isEmpty else { return }
    var merged = Output(capacity: output.count * 2)
    var position = 0
    for index in pending.indices {
      if !isKnownUniquelyReferenced(&pending[index].writer) { session.noteHeldWriter() }
      let (offset, writer) = pending[index]
      writer.finish()
      merged.append(UnsafeBufferPointer(start: output.bytes + position, count: offset - position))
      merged.append(UnsafeBufferPointer(start: writer.output.bytes, count: writer.output.count))
      position = offset
    }
    merged.append(UnsafeBufferPointer(start: output.bytes + position, count: output.count - position))
    pending = []
    output.free()
    output = merged
  }
}
