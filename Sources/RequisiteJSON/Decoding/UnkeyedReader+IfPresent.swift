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
