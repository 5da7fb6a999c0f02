import Requisite

/// The masking of payloads (RFC 6455 §5.3).
enum FrameMask {
  /// Masks or unmasks bytes in place, a word at a time.
  ///
  /// - Parameter offset: The place of the first byte in the payload.
  static func apply(_ key: UInt32, to bytes: UnsafeMutableRawBufferPointer, offset: Int = 0) {
    // The key as it begins at the first byte.
    let shift = UInt32(offset % 4 * 8)
    let turned = shift == 0 ? key : key >> shift | key << (32 - shift)
    let word = UInt64(turned) << 32 | UInt64(turned)
    var place = 0
    while place + 8 <= bytes.count {
      let masked = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ word
      bytes.storeBytes(of: masked.littleEndian, toByteOffset: place, as: UInt64.self)
      place += 8
    }
    while place < bytes.count {
      bytes[place] ^= UInt8(truncatingIfNeeded: word >> UInt64(place % 8 * 8))
      place += 1
    }
  }
}

/// The keys of the frames that a client sends. Each is fresh from the system's generator of random bits, so that a page
/// or a server that chooses payloads cannot choose the bytes on the wire (RFC 6455 §10.3).
struct FrameKeys {
  private var spare: [UInt32] = []

  mutating func next() -> UInt32 {
    if let key = spare.popLast() { return key }
    let (high, low) = SystemRandomness.bits()
    spare.append(UInt32(truncatingIfNeeded: high >> 32))
    spare.append(UInt32(truncatingIfNeeded: low))
    spare.append(UInt32(truncatingIfNeeded: low >> 32))
    return UInt32(truncatingIfNeeded: high)
  }
}
