/// Compares keys as bytes, and hashes them to find repeats.
enum KeyBytes {
  /// Returns an 8-bit hash of a key's first eight bytes, last eight bytes and length.
  ///
  /// - Parameter canLoad: whether eight bytes from `bytes` on may be read.
  @inline(__always) static func hash(_ bytes: UnsafePointer<UInt8>, _ length: Int, canLoad: Bool) -> UInt8 {
    UInt8(truncatingIfNeeded: wideHash(bytes, length, canLoad: canLoad) >> 56)
  }

  /// A hash of a key's text.
  @inline(__always) static func hash(_ name: String) -> UInt64 {
    name.utf8.withContiguousStorageIfAvailable { text in
      guard let base = text.baseAddress else { return 0 }
      return wideHash(base, text.count, canLoad: false)
    } ?? UInt64(bitPattern: Int64(name.hashValue))
  }

  @inline(__always)
  private static func wideHash(_ bytes: UnsafePointer<UInt8>, _ length: Int, canLoad: Bool) -> UInt64 {
    var mixed = UInt64(length)
    if length >= 8 {
      mixed ^= load8(bytes) &* 0x9e37_79b9_7f4a_7c15
      mixed ^= load8(bytes + (length - 8)) &* 0xc2b2_ae3d_27d4_eb4f
    } else if canLoad {
      mixed ^= (load8(bytes) & ((1 << UInt64(length &* 8)) &- 1)) &* 0x9e37_79b9_7f4a_7c15
    } else {
      var word: UInt64 = 0
      for offset in 0..<length { word |= UInt64(bytes[offset]) << UInt64(offset * 8) }
      mixed ^= word &* 0x9e37_79b9_7f4a_7c15
    }
    return (mixed ^ mixed >> 32) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Whether two keys of one length are the same.
  @inline(__always)
  static func same(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    if length >= 8 {
      var offset = 0
      while offset &+ 8 < length {
        guard load8(one + offset) == load8(other + offset) else { return false }
        offset &+= 8
      }
      return load8(one + (length &- 8)) == load8(other + (length &- 8))
    }
    if length >= 4 {
      return load4(one) == load4(other) && load4(one + (length &- 4)) == load4(other + (length &- 4))
    }
    var offset = 0
    while offset < length {
      guard one[offset] == other[offset] else { return false }
      offset &+= 1
    }
    return true
  }

  @inline(__always) private static func load8(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) private static func load4(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
  }
}
