/// Makes strings when they are read.
extension Document {
  /// The string or key at `index`. The caller has checked the kind of the node.
  @inline(__always) func string(at index: Int) throws -> String {
    let node = tape[index]
    if node.kind == Node.Kind.plainString { return String(decoding: text(of: index), as: UTF8.self) }
    return try checkedString(at: index)
  }

  @inline(never) private func checkedString(at index: Int) throws -> String {
    do {
      return try resolvedString(at: index)
    } catch {
      throw malformed(error.problem, at: index)
    }
  }

  /// The string at `index`, with its escapes resolved if it has any.
  func resolvedString(at index: Int) throws(Escapes.Fault) -> String {
    let text = text(of: index)
    guard tape[index].kind == Node.Kind.escapedString else {
      guard let string = UTF8Text.string(text) else {
        throw Escapes.Fault(problem: "a string that is not UTF-8")
      }
      return string
    }
    return try Escapes.resolved(text)
  }
}

/// Validates bytes as UTF-8.
enum UTF8Text {
  /// Returns nil if the bytes are not UTF-8.
  static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return String(validating: bytes, as: UTF8.self)
    }
    return isValid(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// True if the bytes are UTF-8 by the grammar of RFC 3629 §4.
  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while position < bytes.count {
      guard let length = lengthOfScalar(bytes, at: position) else { return false }
      position += length
    }
    return true
  }

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
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
    for offset in 2..<max(length, 2) where bytes[position + offset] & 0xc0 != 0x80 { return nil }
    return length
  }
}
