/// Sixteen bytes of a text, which are compared at once.
struct SixteenBytes {
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  /// As signed numbers, bytes beyond ASCII are negative: one comparison finds them and the control characters.
  private let bytes: SIMD16<Int8>

  @inline(__always) init(_ address: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(address).loadUnaligned(as: SIMD16<Int8>.self)
  }

  /// The number of bytes before the first quote, backslash, control character or byte beyond ASCII.
  @inline(__always) var plainLength: Int {
    Self.length(before: quotesAndBackslashes .| (bytes .< SIMD16<Int8>(repeating: 0x20)))
  }

  /// The number of bytes before the first quote, backslash or control character.
  @inline(__always) var wideLength: Int { Self.length(before: quotesAndBackslashes .| controls) }

  /// The number of bytes before the first quote or backslash.
  @inline(__always) var lengthBeforeQuoteOrBackslash: Int { Self.length(before: quotesAndBackslashes) }

  /// The number of bytes before the first backslash or control character.
  @inline(__always) var lengthBeforeEscape: Int { Self.length(before: backslashes .| controls) }

  /// True if any byte is beyond ASCII.
  @inline(__always) var isWide: Bool {
    let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0
  }

  @inline(__always) func store(to address: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(address).storeBytes(of: bytes, as: SIMD16<Int8>.self)
  }

  @inline(__always) private var quotesAndBackslashes: Mask {
    (bytes .== SIMD16<Int8>(repeating: 0x22)) .| backslashes
  }

  @inline(__always) private var backslashes: Mask { bytes .== SIMD16<Int8>(repeating: 0x5c) }

  @inline(__always) private var controls: Mask {
    // Turns the top bit over, so that signed numbers have the order of the bytes.
    (bytes ^ SIMD16<Int8>(repeating: -0x80)) .< SIMD16<Int8>(repeating: -0x60)
  }

  /// The number of elements before the first that is true, 16 if none is.
  @inline(__always) private static func length(before mask: Mask) -> Int {
    // A true element has all of its bits set.
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let first = UInt64(littleEndian: words[0]).trailingZeroBitCount
    let second = UInt64(littleEndian: words[1]).trailingZeroBitCount
    // Without a branch, which would be mispredicted for every other string: the second counts if the first is 64.
    return (first &+ (second & (0 &- first >> 6))) >> 3
  }
}
