/// Checks UTF-8 (RFC 3629) as it arrives, in pieces that may end within a character. A fault is found at its first byte.
struct UTF8Check {
  /// The number of bytes that the current character lacks.
  private var missing = 0
  /// The bytes that may come next in the current character. Only its second byte has other bounds than these: no longer
  /// form than needed, no surrogate, nothing above U+10FFFF.
  private var bounds: ClosedRange<UInt8> = 0x80...0xBF

  /// True if the text does not end within a character.
  var isComplete: Bool { missing == 0 }

  /// Takes the next bytes. Returns false if no text can begin with all bytes so far.
  mutating func takes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < bytes.count {
      if missing == 0, place + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        place += 8
        continue
      }
      guard takes(bytes[place]) else { return false }
      place += 1
    }
    return true
  }

  private mutating func takes(_ byte: UInt8) -> Bool {
    guard missing == 0 else {
      guard bounds.contains(byte) else { return false }
      (missing, bounds) = (missing - 1, 0x80...0xBF)
      return true
    }
    switch byte {
    case ..<0x80: break
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, bounds) = (2, 0xA0...0xBF)
    case 0xED: (missing, bounds) = (2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, bounds) = (3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, bounds) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}
