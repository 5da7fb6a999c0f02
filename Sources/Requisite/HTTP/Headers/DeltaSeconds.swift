/// The parser for a number of seconds in a field value (RFC 9111 §1.2.2).
enum DeltaSeconds {
  /// The number of seconds that means “without limit” and replaces all greater numbers.
  static let unlimited: Int64 = 1 << 31

  /// Parses a number, at most ``unlimited``. Returns nil for text other than digits.
  static func value(_ text: some StringProtocol) -> Int64? { value(text.utf8) }

  /// Parses a number from its bytes.
  static func value(_ text: some Collection<UInt8>) -> Int64? {
    guard !text.isEmpty else { return nil }
    var result: Int64 = 0
    for byte in text {
      guard ASCII.isDigit(byte) else { return nil }
      result = min(result * 10 + Int64(byte - UInt8(ascii: "0")), unlimited)
    }
    return result
  }
}
