/// The escapes of JSON strings (RFC 8259, section 7).
enum Escapes {
  struct Fault: Error {
    let problem: String
  }

  /// Returns the string with its escapes resolved.
  static func resolved(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> String {
    let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    defer { output.deallocate() }
    let count = try resolve(text, into: output)
    guard let string = UTF8Text.string(UnsafeBufferPointer(rebasing: output[..<count])) else {
      throw Fault(problem: "a string that is not UTF-8")
    }
    return string
  }

  /// Writes the text with its escapes resolved. Returns the number of bytes written, never more than read.
  ///
  /// - Throws: `Fault` for an escape that JSON does not have, half of a surrogate pair, or a control character.
  static func resolve(
    _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) throws(Fault) -> Int {
    var (read, written) = (0, 0)
    while read < text.count {
      copyWords(text, &read, output, &written)
      guard read < text.count else { break }
      let byte = text[read]
      read += 1
      guard byte != UInt8(ascii: "\\") else {
        try resolveOne(text, &read, output, &written)
        continue
      }
      guard byte >= 0x20 else {
        throw Fault(problem: "a control character (0x\(String(byte, radix: 16))) in a string")
      }
      output[written] = byte
      written += 1
    }
    return written
  }

  /// Copies 8 bytes at a time, up to the word with the first backslash or control character.
  @inline(__always) private static func copyWords(
    _ text: UnsafeBufferPointer<UInt8>, _ read: inout Int,
    _ output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
  ) {
    guard let from = text.baseAddress, let to = output.baseAddress else { return }
    while read &+ 8 <= text.count {
      let word = UnsafeRawPointer(from + read).loadUnaligned(as: UInt64.self)
      let slashes = word ^ 0x5c5c_5c5c_5c5c_5c5c
      let found =
        ((slashes &- 0x0101_0101_0101_0101) & ~slashes | (word &- 0x2020_2020_2020_2020) & ~word)
        & 0x8080_8080_8080_8080
      guard found == 0 else { return }
      UnsafeMutableRawPointer(to + written).storeBytes(of: word, as: UInt64.self)
      read &+= 8
      written &+= 8
    }
  }

  private static func resolveOne(
    _ text: UnsafeBufferPointer<UInt8>, _ read: inout Int,
    _ output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
  ) throws(Fault) {
    guard read < text.count else { throw Fault(problem: "a backslash that escapes nothing") }
    let byte = text[read]
    read += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output[written] = byte
    case UInt8(ascii: "b"): output[written] = 0x08
    case UInt8(ascii: "f"): output[written] = 0x0c
    case UInt8(ascii: "n"): output[written] = 0x0a
    case UInt8(ascii: "r"): output[written] = 0x0d
    case UInt8(ascii: "t"): output[written] = 0x09
    case UInt8(ascii: "u"): return try write(try scalar(text, &read), output, &written)
    default: throw Fault(problem: "an escape that JSON does not have (\\ and \(JSONFault.name(of: byte)))")
    }
    written += 1
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
    _ scalar: UInt32, _ output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
  ) throws(Fault) {
    guard let scalar = Unicode.Scalar(scalar) else { throw Fault(problem: "half of a surrogate pair") }
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      output[written] = unit
      written += 1
    }
  }
}
