/// A number of seconds in a field value (RFC 9111 §1.2.2).
enum DeltaSeconds {
  /// The number; what is too great is ``CacheControl/unlimited``, and nil what is no number.
  static func value(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var result = 0
    for byte in text.utf8 {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      result = min(result * 10 + Int(byte - UInt8(ascii: "0")), CacheControl.unlimited)
    }
    return result
  }
}
