/// Validates bytes as UTF-8, and makes strings of bytes that are.
package enum UTF8Text {
  /// Returns nil if the bytes are not UTF-8.
  package static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    isValid(bytes) ? String(validUTF8: bytes, isASCII: false) : nil
  }

  /// True if the bytes are UTF-8 by the grammar of RFC 3629 §4. Skips ASCII 8 bytes at a time.
  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var position = 0
    while position < bytes.count {
      if position &+ 8 <= bytes.count {
        let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
        let wide = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
        position &+= wide.trailingZeroBitCount >> 3
        if wide == 0 { continue }
        while position &+ 4 <= bytes.count, isThreeBytes(base + position) { position &+= 3 }
      }
      guard let length = lengthOfScalar(bytes, at: position) else { return false }
      position &+= length
    }
    return true
  }

  /// True if a scalar of three bytes begins here, as those of most scripts of Asia. Reads four bytes.
  @inline(__always) private static func isThreeBytes(_ bytes: UnsafePointer<UInt8>) -> Bool {
    let word = UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    // The first five bits of the scalar: zero if fewer bytes would do, and those of 0xd800 if it is a surrogate.
    let top = word & 0x200f
    return word & 0xc0_c0f0 == 0x80_80e0 && top != 0 && top != 0x200d
  }

  @inline(__always)
  private static func lengthOfScalar(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
    let first = bytes[position]
    if first < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: length = 4
    default: return nil
    }
    guard position &+ length <= bytes.count, second.contains(bytes[position &+ 1]) else { return nil }
    if length > 2, bytes[position &+ 2] & 0xc0 != 0x80 { return nil }
    if length > 3, bytes[position &+ 3] & 0xc0 != 0x80 { return nil }
    return length
  }
}

extension String {
  /// Copies bytes that are known to be UTF-8, without validating them where the system has `UTF8Span`.
  @inline(__always) init(validUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    } else {
      self.init(decoding: bytes, as: UTF8.self)
    }
  }
}
