/// Base 64 with an alphabet that needs no escapes in a URL, and without padding (RFC 4648 §5).
enum Base64URL {
  /// The bytes as text.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let text = Data(bytes).base64EncodedString().utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
