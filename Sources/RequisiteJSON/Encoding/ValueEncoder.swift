/// The encoder of one value, and its single value container. At two words, `any Encoder` holds it without an allocation.
struct ValueEncoder: Encoder {
  let writer: Writer
  let frame: Int

  var codingPath: [any CodingKey] { Array(writer.path) }

  var userInfo: [CodingUserInfoKey: Any] { writer.session.coding.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.open(.object, serial: frame)
    let isKept = writer.isOwned && KeyedBoxes.areReferences
    return writer.session.containers.container(keyedBy: type, for: writer, at: frame, isKept: isKept) {
      KeyedEncodingContainer(KeyedWriter<Key>(slot: $0))
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.open(.array, serial: frame)
    return UnkeyedWriter(writer: writer, frame: frame)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The error for a container that is used after its value ended, or while a value in it is being encoded.
  static func usedOutOfOrder(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalid(value, at: path, "A container was used while it was not its turn to be written.")
  }
}

extension EncodingError {
  static func invalid(_ value: Any, at path: some Sequence<any CodingKey>, _ problem: String) -> EncodingError
  {
    .invalidValue(value, Context(codingPath: Array(path), debugDescription: problem))
  }
}

extension ValueEncoder {
  /// The encoder of a writer's own value.
  init(writer: Writer) {
    self.init(writer: writer, frame: writer.frames.first?.serial ?? 0)
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

/// The state that all writers of one call share.
final class EncodingSession {
  @exclusivity(unchecked) private(set) var coding = Document.standard
  @exclusivity(unchecked) private(set) var escapesSlashes = true
  @exclusivity(unchecked) private(set) var keysAsDeclared = true
  let types = RecentTypes<any WritableCollection.Type>()
  @exclusivity(unchecked) var containers = RecentContainers<Writer>()
  @exclusivity(unchecked) var serial = 0
  /// True if an object may have a repeated key, of which the last counts, as in Foundation.
  @exclusivity(unchecked) var needsRewriting = false
  @exclusivity(unchecked) var convertedKeys: [String: String] = [:]
  /// True if the call succeeded, and the program refers to no writer within another.
  private(set) var isReusable = false
  private var hasHeldWriters = false
  private var problem: String?

  deinit {
    types.free()
    containers.free()
  }

  /// Encodes a value with a writer that is new or has ended its use.
  func encode<T: Encodable>(_ value: T, with writer: Writer, by coding: JSONCoding) throws -> Data {
    begin(coding)
    let frame = writer.begin()
    try writer.write(value, in: frame)
    guard writer.frames[writer.top].state != .empty else {
      throw EncodingError.invalid(value, at: [], "The value \(T.self) did not encode anything.")
    }
    releaseContainers()
    writer.finish()
    if let problem { throw EncodingError.invalid(value, at: [], problem) }
    isReusable = !hasHeldWriters
    let text = UnsafeBufferPointer(start: writer.output.bytes, count: writer.output.count)
    guard needsRewriting || !coding.output.isDisjoint(with: [.prettyPrinted, .sortedKeys]) else {
      return Data(buffer: text)
    }
    return try Rewriter.rewrite(text, coding.output)
  }

  private func begin(_ coding: JSONCoding) {
    self.coding = coding
    escapesSlashes = !coding.output.contains(.withoutEscapingSlashes)
    keysAsDeclared = coding.keys.isAsDeclared
    needsRewriting = false
    (isReusable, hasHeldWriters) = (false, false)
  }

  /// Releases the settings. What was learned of types, and spellings of keys, stay.
  func clear() {
    coding = Document.standard
    if convertedKeys.count > Document.maximumConvertedKeys { convertedKeys = [:] }
  }

  /// Makes the containers that the program refers to hold their writers, which the caller is about to release.
  func releaseContainers() {
    if containers.releaseUsed() { hasHeldWriters = true }
  }

  /// Notes that the program may refer to a writer that others no longer know.
  func noteHeldWriter() { hasHeldWriters = true }

  /// Records an error where none can be thrown; the encoding ends with it.
  func fail(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }

  /// The key in JSON for a declared key.
  @inline(__always) func name(of key: some CodingKey, in writer: Writer) -> String {
    guard !keysAsDeclared else { return key.stringValue }
    return coding.keys.encoded(key, at: { Array(writer.path) }, known: &convertedKeys)
  }
}
