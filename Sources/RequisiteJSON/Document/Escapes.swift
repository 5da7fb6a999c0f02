/// The escapes of JSON strings (RFC 8259, section 7).
enum Escapes {
  struct Fault: Error {
    let problem: String
  }

  /// Returns the string with its escapes resolved. A short one needs no memory but its own.
  ///
  /// - Parameter replacingHalves: True if half of a surrogate pair is U+FFFD, and no fault.
  static func resolved(
    _ text: UnsafeBufferPointer<UInt8>, replacingHalves: Bool
  ) throws(Fault) -> String {
    let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { output in
      Result { () throws(Fault) -> String in try resolved(text, by: output, replacingHalves) }
    }
    return try result.get()
  }

  private static func resolved(
    _ text: UnsafeBufferPointer<UInt8>, by output: UnsafeMutableBufferPointer<UInt8>, _ replacesHalves: Bool
  ) throws(Fault) -> String {
    var state = Resolution(replacesHalves: replacesHalves)
    try resolve(text, into: output, &state)
    let bytes = UnsafeBufferPointer(rebasing: output[..<state.written])
    // Escapes make scalars, so only bytes of the text can be wrong.
    guard !state.hasWideBytes || UTF8Text.isValid(bytes) else {
      throw Fault(problem: "a string that is not UTF-8")
    }
    return String(validUTF8: bytes, isASCII: !state.hasWideBytes && !state.hasWideEscapes)
  }

  /// How far a text has been read and written, and whether anything was beyond ASCII.
  private struct Resolution {
    let replacesHalves: Bool
    var read = 0
    var written = 0
    var hasWideBytes = false
    var hasWideEscapes = false
  }

  /// Writes the text with its escapes resolved, which is never longer than the text.
  ///
  /// - Throws: `Fault` for an escape that JSON does not have, half of a surrogate pair, or a control character.
  private static func resolve(
    _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>,
    _ state: inout Resolution
  ) throws(Fault) {
    while true {
      copyPlainText(text, output, &state)
      guard state.read < text.count else { return }
      let byte = text[state.read]
      guard byte == UInt8(ascii: "\\") else {
        throw Fault(problem: "a control character (0x\(String(byte, radix: 16))) in a string")
      }
      state.read &+= 1
      try resolveOne(text, output, &state)
    }
  }

  /// Copies the bytes before the next backslash or control character.
  @inline(__always) private static func copyPlainText(
    _ text: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>,
    _ state: inout Resolution
  ) {
    guard let from = text.baseAddress, let to = output.baseAddress else { return }
    var (read, written, wide) = (state.read, state.written, false)
    defer {
      (state.read, state.written) = (read, written)
      if wide { state.hasWideBytes = true }
    }
    while read &+ 16 <= text.count {
      // The bytes after a backslash are written over.
      let sixteen = SixteenBytes(from + read)
      sixteen.store(to: to + written)
      let length = sixteen.lengthBeforeEscape
      if sixteen.isWide { wide = true }
      read &+= length
      written &+= length
      if length < 16 { return }
    }
    while read < text.count {
      let byte = from[read]
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else { return }
      if byte >= 0x80 { wide = true }
      to[written] = byte
      read &+= 1
      written &+= 1
    }
  }

  /// Resolves the escape whose backslash has been read.
  private static func resolveOne(
    _ text: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>, _ state: inout Resolution
  ) throws(Fault) {
    guard state.read < text.count else { throw Fault(problem: "a backslash that escapes nothing") }
    let byte = text[state.read]
    state.read &+= 1
    let resolved: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): resolved = byte
    case UInt8(ascii: "b"): resolved = 0x08
    case UInt8(ascii: "f"): resolved = 0x0c
    case UInt8(ascii: "n"): resolved = 0x0a
    case UInt8(ascii: "r"): resolved = 0x0d
    case UInt8(ascii: "t"): resolved = 0x09
    case UInt8(ascii: "u"): return try write(try scalar(text, &state), output, &state)
    default: throw Fault(problem: "an escape that JSON does not have (\\ and \(JSONFault.name(of: byte)))")
    }
    output[state.written] = resolved
    state.written &+= 1
  }

  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, _ state: inout Resolution
  ) throws(Fault) -> UInt32 {
    let unit = try fourDigits(text, &state.read)
    guard unit & 0xf800 == 0xd800 else { return unit }
    if unit < 0xdc00, let low = try lowHalf(text, &state.read) {
      return 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
    }
    guard state.replacesHalves else { throw Fault(problem: "half of a surrogate pair") }
    return 0xfffd
  }

  /// Reads the second half of a surrogate pair; nil, and nothing is read, if something else follows.
  private static func lowHalf(
    _ text: UnsafeBufferPointer<UInt8>, _ read: inout Int
  ) throws(Fault) -> UInt32? {
    guard read + 6 <= text.count, text[read] == UInt8(ascii: "\\"), text[read + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var end = read + 2
    let low = try fourDigits(text, &end)
    guard low & 0xfc00 == 0xdc00 else { return nil }
    read = end
    return low
  }

  private static func fourDigits(_ text: UnsafeBufferPointer<UInt8>, _ read: inout Int) throws(Fault)
    -> UInt32
  {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard read < text.count, let digit = Hexadecimal.digit(text[read]) else {
        throw Fault(problem: "an escape \\u without four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      read += 1
    }
    return value
  }

  private static func write(
    _ scalar: UInt32, _ output: UnsafeMutableBufferPointer<UInt8>, _ state: inout Resolution
  ) throws(Fault) {
    guard let scalar = Unicode.Scalar(scalar) else { throw Fault(problem: "half of a surrogate pair") }
    if !scalar.isASCII { state.hasWideEscapes = true }
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      output[state.written] = unit
      state.written &+= 1
    }
  }
}

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
