/// The unkeyed container of an array that is being written.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let writer: Writer
  let frame: Int

  var codingPath: [any CodingKey] { Array(writer.path) }

  var count: Int { writer.isOpen(frame) ? writer.frames[writer.top].count : 0 }

  private var key: JSONKey { JSONKey(index: count - 1) }

  /// Writes an element whole, or nothing if `body` throws.
  @inline(__always) private func element(_ body: () throws -> Void) throws {
    guard writer.isOpen(frame) else { throw ValueEncoder.outOfTurn("an element", at: codingPath) }
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
    guard writer.isOpen(frame) else { return writer.lost() }
    writer.settleIfPending()
    writer.beginElement()
    return writer.detached(at: key)
  }
}
