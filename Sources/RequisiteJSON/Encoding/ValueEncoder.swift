/// The encoder of one value, and its single value container. At two words, `any Encoder` holds it without an allocation.
struct ValueEncoder: Encoder {
  let writer: Writer
  let frame: Int

  init(writer: Writer, frame: Int) {
    self.writer = writer
    self.frame = frame
  }

  /// The encoder of a writer's own value.
  init(writer: Writer) {
    self.init(writer: writer, frame: writer.frames.first?.serial ?? 0)
  }

  var codingPath: [any CodingKey] { Array(writer.path) }

  var userInfo: [CodingUserInfoKey: Any] { writer.session.coding.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.open(.object, serial: frame)
    let isKept = writer.isOwned && KeyedBoxes.areReferences
    return writer.session.containers.container(keyedBy: type, for: writer, at: frame, isKept: isKept) {
      KeyedEncodingContainer(KeyedWriter<Key>(place: $0))
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.open(.array, serial: frame)
    return UnkeyedWriter(writer: writer, frame: frame)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The error for a container that is used after its value ended, or while a value in it is being encoded.
  static func outOfTurn(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path, debugDescription: "A container was used while it was not its turn to be written."))
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  @inline(__always) private func number(_ value: some FixedWidthInteger) throws {
    try writer.scalar(in: frame) { writer.output.append(integer: value) }
  }

  func encodeNil() throws { try writer.scalar(in: frame) { writer.output.append("null") } }
  func encode(_ value: Bool) throws { try writer.scalar(in: frame) { writer.write(value) } }
  func encode(_ value: String) throws { try writer.scalar(in: frame) { writer.write(value) } }
  func encode(_ value: Double) throws { try writer.scalar(in: frame) { try writer.write(value, at: nil) } }
  func encode(_ value: Float) throws { try writer.scalar(in: frame) { try writer.write(value, at: nil) } }
  func encode(_ value: Int) throws { try number(value) }
  func encode(_ value: Int8) throws { try number(value) }
  func encode(_ value: Int16) throws { try number(value) }
  func encode(_ value: Int32) throws { try number(value) }
  func encode(_ value: Int64) throws { try number(value) }
  func encode(_ value: UInt) throws { try number(value) }
  func encode(_ value: UInt8) throws { try number(value) }
  func encode(_ value: UInt16) throws { try number(value) }
  func encode(_ value: UInt32) throws { try number(value) }
  func encode(_ value: UInt64) throws { try number(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try number(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try number(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try writer.write(value, in: frame)
    try writer.writeEmptyIfNothing(in: frame)
  }
}
