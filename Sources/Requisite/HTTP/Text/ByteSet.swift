/// A set of ASCII bytes in 128 bits.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: StaticString...) {
    for text in characters {
      text.withUTF8Buffer { bytes in
        for byte in bytes { insert(byte) }
      }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> byte & 1 == 1 : byte < 128 && high >> (byte - 64) & 1 == 1
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << byte } else if byte < 128 { high |= 1 << (byte - 64) }
  }
}

extension ByteSet {
  private static let alphanumeric: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// What never needs an escape in a URL (RFC 3986 §2.3).
  static let unreserved = ByteSet(alphanumeric, "-._~")
  /// What may stand in a path (RFC 3986 §3.3), slashes included.
  static let path = ByteSet(alphanumeric, "-._~", "!$&'()*+,;=", ":@/")
  /// What the WHATWG URL standard keeps in a form (`application/x-www-form-urlencoded`).
  static let form = ByteSet(alphanumeric, "*-._")
  /// What may stand in an extended parameter value (RFC 8187 §3.2.1).
  static let attributeCharacters = ByteSet(alphanumeric, "!#$&+-.^_`|~")
}
