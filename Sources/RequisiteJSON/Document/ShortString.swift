/// Makes strings of up to 15 ASCII bytes, which a `String` holds in its own two words, without calling the standard library.
///
/// The standard library copies such bytes one at a time, which takes longer than scanning them. The words are those of Swift's
/// stable ABI on 64-bit platforms: the bytes, and in the last byte a mark and the count. Where strings have other words,
/// nothing is made here.
enum ShortString {
  private typealias Words = (low: UInt64, high: UInt64)

  static let mostBytes = 15
  /// The bytes from a string's start that are read, whatever its length.
  static let bytesRead = 16
  private static let asciiMark: UInt64 = 0xe0

  /// Whether the strings of this process have the words that `string(_:count:)` makes. Compares one of each length.
  static let areKnown: Bool = {
    guard MemoryLayout<String>.size == MemoryLayout<Words>.size, UInt64(littleEndian: 1) == 1 else {
      return false
    }
    let bytes = Array("0123456789abcdef".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return (0...mostBytes).allSatisfy { count in
        let expected = unsafeBitCast(String(decoding: bytes.prefix(count), as: UTF8.self), to: Words.self)
        return words(base, count) == expected
      }
    }
  }()

  /// Makes a string of ASCII bytes. The caller has checked that `areKnown`, that there are at most `mostBytes`, and that
  /// `bytesRead` may be read.
  @inline(__always) static func string(_ bytes: UnsafePointer<UInt8>, count: Int) -> String {
    unsafeBitCast(words(bytes, count), to: String.self)
  }

  @inline(__always) private static func words(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Words {
    let raw = UnsafeRawPointer(bytes)
    let low = raw.loadUnaligned(as: UInt64.self)
    let high = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let last = UInt64(truncatingIfNeeded: count) | asciiMark
    return (low & mask(count), high & mask(count &- 8) | last << 56)
  }

  /// The mask of a word's first bytes: none for a negative count, all eight for a larger one.
  @inline(__always) private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }
}
