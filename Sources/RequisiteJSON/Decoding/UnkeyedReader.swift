/// The unkeyed container of one array. At three words, `any UnkeyedDecodingContainer` holds it without an allocation.
struct UnkeyedReader: UnkeyedDecodingContainer {
  let document: Document
  private let container: UInt32
  /// The node of the next element.
  private var next: UInt32
  private(set) var currentIndex = 0

  init(document: Document, node: Int) {
    self.document = document
    container = UInt32(truncatingIfNeeded: node)
    next = container + 2
  }

  var codingPath: [any CodingKey] { document.path(to: Int(container)) }

  var count: Int? { document.memberCount(of: Int(container)) }

  var isAtEnd: Bool { Int(next) >= document.limit(of: Int(container)) }

  /// Reads the next element and advances, unless `body` throws.
  @inline(__always) private mutating func read<T>(_ type: Any.Type, _ body: (Int) throws -> T) throws -> T {
    guard !isAtEnd else { throw atEnd(type) }
    let result = try body(Int(next))
    advance()
    return result
  }

  /// Reads the next element and advances, unless `body` throws. Returns nil for null and at the end, where the index
  /// advances too, as in Foundation.
  @inline(__always) mutating func readIfPresent<T>(_ body: (Int) throws -> T) throws -> T? {
    guard !isAtEnd else {
      currentIndex &+= 1
      return nil
    }
    let result = try document.isNull(Int(next)) ? nil : body(Int(next))
    advance()
    return result
  }

  @inline(__always) private mutating func advance() {
    next = UInt32(truncatingIfNeeded: document.after(Int(next)))
    currentIndex &+= 1
  }

  @inline(never) private func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [JSONKey(index: currentIndex)],
        debugDescription: "The array has no more than \(currentIndex) elements."))
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw atEnd(Never.self) }
    guard document.isNull(Int(next)) else { return false }
    advance()
    return true
  }

  // MARK: Containers within

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try read(KeyedDecodingContainer<Nested>.self) { [document] in try document.keyed(by: type, at: $0) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try read((any UnkeyedDecodingContainer).self) { [document] in try document.unkeyed(at: $0) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try read((any Decoder).self) { [document] in ValueDecoder(document: document, node: $0) }
  }

  // MARK: Values

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try read(type) { [document] in try document.decode(type, at: $0) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try read(type) { [document] in try document.bool(at: $0) }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try read(type) { [document] in try document.text(at: $0) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try read(type) { [document] in try document.double(at: $0) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try read(type) { [document] in try document.float(at: $0) }
  }

  @inline(__always) private mutating func integer<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws
    -> I
  {
    try read(type) { [document] in try document.integer(type, at: $0) }
  }

  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
}

/// The overloads for elements that may be null or past the end. Foundation's container advances `currentIndex` even at the
/// end; the standard library's default versions do not. (Foundation too uses the defaults for 128-bit integers.)
extension UnkeyedReader {
  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try readIfPresent { [document] in try document.decode(type, at: $0) }
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try readIfPresent { [document] in try document.bool(at: $0) }
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    try readIfPresent { [document] in try document.text(at: $0) }
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try readIfPresent { [document] in try document.double(at: $0) }
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try readIfPresent { [document] in try document.float(at: $0) }
  }

  @inline(__always)
  private mutating func integerIfPresent<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I? {
    try readIfPresent { [document] in try document.integer(type, at: $0) }
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try integerIfPresent(type) }
}
