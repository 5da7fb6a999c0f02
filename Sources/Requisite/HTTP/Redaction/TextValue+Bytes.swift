// Kinds of bytes in text that is searched for secrets.
extension TextValue {
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  static func isBlank(_ byte: UInt8) -> Bool { ASCII.isWhitespace(byte) }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  static func isBase64URL(_ byte: UInt8) -> Bool { base64URL.contains(byte) }

  /// What names without quotes are made of.
  static func isNameByte(_ byte: UInt8) -> Bool { byte >= 0x80 || nameBytes.contains(byte) }

  private static let base64URL = ByteSet(ByteSet.alphanumeric, "-_")
  private static let nameBytes = ByteSet(ByteSet.alphanumeric, "-_.[]%+$@~*")
}
