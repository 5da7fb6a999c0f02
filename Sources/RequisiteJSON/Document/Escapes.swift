/// The escapes of JSON strings (RFC 8259, section 7).
enum Escapes {
  struct Fault: Error {
    let problem: String
  }

  /// Returns the string with its escapes resolved. A short one needs no memory but its own.
  static func resolved(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> String {
    let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { output in
      Result { () throws(Fault) -> String in try resolved(text, by: output) }
    }
    return try result.get()
  }

  private static func resolved(
    _ text: UnsafeBufferPointer<UInt8>, by output: UnsafeMutableBufferPointer<UInt8>
  ) throws(Fault) -> String {
    var state = Resolution()
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
    case UInt8(ascii: "u"): return try write(try scalar(text, &state.read), output, &state)
    default: throw Fault(problem: "an escape that JSON does not have (\\ and \(JSONFault.name(of: byte)))")
    }
    output[state.written] = resolved
    state.written &+= 1
  }

  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ read: inout Int) throws(Fault) -> UInt32 {
    let unit = try fourDigits(text, &read)
    guard unit & 0xf800 == 0xd800 else { return unit }
    guard unit < 0xdc00, read + 6 <= text.count, text[read] == UInt8(ascii: "\\"),
      text[read + 1] == UInt8(ascii: "u")
    else { throw Fault(problem: "half of a surrogate pair") }
    read += 2
    let low = try fourDigits(text, &read)
    guard low & 0xfc00 == 0xdc00 else { throw Fault(problem: "half of a surrogate pair") }
    return 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
  }

  private static func fourDigits(_ text: UnsafeBufferPointer<UInt8>, _ read: inout Int) throws(Fault)
    -> UInt32
  {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard read < text.count, let digit = digit(text[read]) else {
        throw Fault(problem: "an escape \\u without four hexadecimal digits")
      }
      value = value << 4 | digit
      read += 1
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
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
