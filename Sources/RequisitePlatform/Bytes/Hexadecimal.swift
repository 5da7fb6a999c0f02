/// Converts bytes and integers to hexadecimal digits in lower case, and digits to bytes.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns two digits for each byte.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns all digits of a number, including leading zeros.
  package static func encode<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> String {
    let count = Number.bitWidth / 4
    return String(unsafeUninitializedCapacity: count) { buffer in
      for position in 0..<count {
        buffer[position] = digits[Int(truncatingIfNeeded: number >> (4 * (count - 1 - position)) & 15)]
      }
      return count
    }
  }

  /// Returns the byte for two digits, or nil if the bytes are not two digits.
  package static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
    guard digits.count == 2, let high = digits.first.flatMap(digit),
      let low = digits.dropFirst().first.flatMap(digit)
    else { return nil }
    return high << 4 | low
  }

  /// Returns the value of a digit in lower or upper case, or nil for any other byte.
  @inlinable package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
