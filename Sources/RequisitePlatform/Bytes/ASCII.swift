/// Text operations as HTTP defines them: only ASCII letters have a case, and only space and tab are white space.
package enum ASCII {
  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  @inlinable package static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return left.withBytes { left in right.withBytes { right in equalIgnoringCase(left, right) } }
  }

  /// True if the text begins with the prefix, whatever the case of either.
  @inlinable @inline(__always)
  package static func hasPrefix(_ text: String, ignoringCase prefix: String) -> Bool {
    text.withBytes { text in
      prefix.withBytes { equalIgnoringCase(UnsafeBufferPointer(rebasing: text.prefix($0.count)), $0) }
    }
  }

  @inlinable package static func equalIgnoringCase(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    // Mostly they are equal, also in their case.
    if areIdentical(left, right) { return true }
    for index in left.indices where lowercased(left[index]) != lowercased(right[index]) { return false }
    return true
  }

  /// True if as many bytes are the same.
  @inlinable package static func areIdentical(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }

  /// True if the bytes are the text, which must be in lower case, whatever their own case.
  @inlinable @inline(__always)
  package static func equalIgnoringCase(_ bytes: some Collection<UInt8>, lowercased text: String) -> Bool {
    guard bytes.count == text.utf8.count else { return false }
    return text.withBytes { text in
      var position = 0
      for byte in bytes {
        if lowercased(byte) != text[position] { return false }
        position += 1
      }
      return true
    }
  }

  package static func lowercased(_ text: String) -> String {
    guard text.utf8.contains(where: { lowercased($0) != $0 }) else { return text }
    return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
  }

  @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  /// True if the text consists of one or more digits, without sign or white space.
  @inlinable package static func isNumber(_ text: some StringProtocol) -> Bool {
    text.withBytes { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  /// True if the text contains a control character other than the tab, which field values must not contain (RFC 9110 §5.5).
  package static func hasControls(_ text: String) -> Bool {
    text.withBytes { $0.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
  }

  /// True for the ASCII characters that can be seen, and for the space.
  @inlinable package static func isPrintable(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte
  }

  @inlinable package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// True for white space, line breaks included.
  @inlinable package static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 0x09...0x0D ~= byte
  }

  @inlinable package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// `text` without the optional white space (RFC 9110 §5.6.3) at its ends.
  package static func trimmed(_ text: Substring) -> Substring {
    let (start, end) = text.withBytes { bytes in
      let first = bytes.firstIndex { !isWhitespace($0) } ?? bytes.endIndex
      return (first, bytes[first...].lastIndex { !isWhitespace($0) }.map { $0 + 1 } ?? first)
    }
    guard end - start < text.utf8.count else { return text }
    return text[bytesAt: start..<end]
  }

  /// Splits a text at its first equals sign. The value is nil if the text has no equals sign.
  package static func nameAndValue(_ text: Substring) -> (name: Substring, value: Substring?) {
    guard let equals = text.firstIndex(ofByte: { $0 == UInt8(ascii: "=") }) else { return (text, nil) }
    return (text[..<equals], text[text.utf8.index(after: equals)...])
  }
}

extension StringProtocol {
  /// Calls `body` with the bytes of the text in UTF-8. A loop reads them several times as fast as those of `utf8`.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}

extension String {
  /// The text of bytes in UTF-8; nil if they are not valid. Unlike `String(data:encoding:)`, it keeps a byte order mark.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

extension Substring {
  /// The index of the first byte of the text in UTF-8 that matches; nil if none does.
  @inlinable @inline(__always)
  package func firstIndex(ofByte matches: (UInt8) -> Bool) -> Index? {
    withBytes { $0.firstIndex(where: matches) }.map { utf8.index(startIndex, offsetBy: $0) }
  }

  /// The bytes at these offsets, which are those of whole characters.
  @inlinable @inline(__always)
  package subscript(bytesAt range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }
}

/// A set of ASCII bytes in 128 bits.
package struct ByteSet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(_ characters: StaticString...) {
    for text in characters {
      text.withUTF8Buffer { bytes in
        for byte in bytes { insert(byte) }
      }
    }
  }

  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    // The masking shift needs no check: it takes the lower six bits of the byte.
    byte < 128 && (byte & 64 == 0 ? low : high) &>> UInt64(byte) & 1 == 1
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << byte } else if byte < 128 { high |= 1 << (byte - 64) }
  }
}

extension ByteSet {
  package static let alphanumeric: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// The bytes that never need an escape in a URL (RFC 3986 §2.3).
  package static let unreserved = ByteSet(alphanumeric, "-._~")
  /// The bytes that a path may contain (RFC 3986 §3.3), slashes included.
  package static let path = ByteSet(alphanumeric, "-._~", "!$&'()*+,;=", ":@/")
  /// The bytes that the WHATWG URL standard does not escape in a form (`application/x-www-form-urlencoded`).
  package static let form = ByteSet(alphanumeric, "*-._")
  /// The bytes that an extended parameter value may contain (RFC 8187 §3.2.1).
  package static let attributeCharacters = ByteSet(alphanumeric, "!#$&+-.^_`|~")
}
