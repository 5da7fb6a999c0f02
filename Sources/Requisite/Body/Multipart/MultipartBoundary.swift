/// What stands between the parts of a multipart message (RFC 2046 §5.1.1).
public enum MultipartBoundary {
  /// A boundary of 128 random bits: no part has it by accident.
  public static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// A boundary of 128 bits of `generator`.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    "requisite-\(RequestID(using: &generator))"
  }

  private static let allowed = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'()+_,-./:=? ")

  /// Whether RFC 2046 allows it: 1 to 70 characters of its alphabet, the last one no space.
  public static func isValid(_ text: String) -> Bool {
    1...70 ~= text.utf8.count && text.utf8.allSatisfy(allowed.contains) && text.utf8.last != UInt8(ascii: " ")
  }
}
