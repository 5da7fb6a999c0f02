/// Strings, numbers, literals and white space.
extension Scanner {
  /// Returns a word of eight equal bytes.
  @inline(__always) private static func eight(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// Reads a string from its first quote, 8 bytes at a time. Returns the position after the last quote.
  @inline(__always) mutating func string(at quote: Int) throws(JSONFault) -> Int {
    let start = quote &+ 1
    var position = start
    var wide: UInt64 = 0
    while position &+ 8 <= end {
      let word = load(position)
      let quotes = word ^ Self.eight(UInt8(ascii: "\""))
      let slashes = word ^ Self.eight(UInt8(ascii: "\\"))
      // A byte's top bit is set where the byte is a quote, a backslash or a control character. Bits above the lowest
      // such one may be wrong, so only the lowest counts.
      let found =
        ((quotes &- Self.eight(1)) & ~quotes | (slashes &- Self.eight(1)) & ~slashes
          | (word &- Self.eight(0x20)) & ~word) & Self.eight(0x80)
      if found == 0 {
        wide |= word
        position &+= 8
        continue
      }
      let before = found.trailingZeroBitCount & ~7
      wide |= word & ((1 << UInt64(before)) &- 1)
      position &+= before >> 3
      guard bytes[position] == UInt8(ascii: "\"") else { return try oddString(from: start, at: position) }
      return append(
        wide & Self.eight(0x80) == 0 ? Node.Kind.plainString : Node.Kind.wideString, start, position)
    }
    return try lastString(from: start, at: position, wide: wide)
  }

  /// Reads the rest of a string that ends within the last 8 bytes of the text.
  @inline(never)
  private mutating func lastString(from start: Int, at first: Int, wide: UInt64) throws(JSONFault) -> Int {
    var position = first
    var isWide = wide & Self.eight(0x80) != 0
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        return append(isWide ? Node.Kind.wideString : Node.Kind.plainString, start, position)
      }
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else { return try oddString(from: start, at: position) }
      if byte >= 0x80 { isWide = true }
      position &+= 1
    }
    throw endOfText()
  }

  /// Finds the end of a string with escapes or control characters.
  @inline(never) private mutating func oddString(from start: Int, at first: Int) throws(JSONFault) -> Int {
    var position = first
    while position < end {
      while position &+ 8 <= end, case let found = quoteOrBackslash(load(position)) {
        position &+= found
        if found < 8 { break }
      }
      guard position < end else { break }
      switch bytes[position] {
      case UInt8(ascii: "\""): return append(Node.Kind.escapedString, start, position)
      case UInt8(ascii: "\\"): position = try escape(at: position)
      default: position &+= 1
      }
    }
    throw endOfText()
  }

  /// Returns the number of bytes in a word before the first quote or backslash.
  @inline(__always) private func quoteOrBackslash(_ word: UInt64) -> Int {
    let quotes = word ^ Self.eight(UInt8(ascii: "\""))
    let slashes = word ^ Self.eight(UInt8(ascii: "\\"))
    let found =
      ((quotes &- Self.eight(1)) & ~quotes | (slashes &- Self.eight(1)) & ~slashes) & Self.eight(0x80)
    return found.trailingZeroBitCount >> 3
  }

  private func escape(at position: Int) throws(JSONFault) -> Int {
    guard position &+ 1 < end else { throw endOfText() }
    guard bytes[position &+ 1] == UInt8(ascii: "u") else { return position &+ 2 }
    guard position &+ 6 <= end else { throw endOfText() }
    for digit in position &+ 2..<position &+ 6 where bytes[digit] == UInt8(ascii: "\"") {
      throw JSONFault("an escape \\u needs four hexadecimal digits", at: position)
    }
    return position &+ 6
  }

  /// Appends the node of a string or number from `start` to before `stop`. Returns the position after a string's quote.
  @inline(__always) private mutating func append(_ mark: UInt8, _ start: Int, _ stop: Int) -> Int {
    let length = stop &- start
    if length <= Node.longest {
      tape.append(Node(mark, start: start, length: length).bits)
    } else {
      tape.append(Node(mark | Node.isLong, start: start, length: 0).bits)
      tape.append(UInt64(length))
    }
    return stop &+ 1
  }

  /// Reads the bytes that may belong to a number. Its grammar is checked when the value is decoded.
  @inline(__always) mutating func number(at start: Int) -> Int {
    var position = start &+ 1
    while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    var mark = Node.Kind.number | Node.isInteger
    if position < end, isInNumber(bytes[position]) {
      mark = Node.Kind.number
      repeat { position &+= 1 } while position < end && isInNumber(bytes[position])
    }
    _ = append(mark, start, position)
    return position
  }

  @inline(__always) private func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  @inline(__always)
  mutating func literal(_ text: StaticString, _ kind: UInt8, at start: Int) throws(JSONFault) -> Int {
    let length = text.utf8CodeUnitCount
    for offset in 0..<length {
      guard start &+ offset < end else { throw endOfText() }
      guard bytes[start &+ offset] == text.utf8Start[offset] else {
        throw unexpected(start &+ offset, "where \(text) was expected")
      }
    }
    tape.append(Node(kind, start: start, length: length).bits)
    return start &+ length
  }

  /// Returns the first position from `start` that is not white space. Throws if the text ends before.
  ///
  /// Mutating, because the compiler copies the whole scanner for a function that is not.
  @inline(__always) mutating func skipSpace(_ start: Int) throws(JSONFault) -> Int {
    var position = start
    while position < end {
      let byte = bytes[position]
      guard byte <= 0x20, isSpace(byte) else { return position }
      position &+= 1
    }
    throw endOfText()
  }

  @inline(__always) func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  @inline(__always) private func load(_ position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self))
  }

  @inline(never) func unexpected(_ position: Int, _ place: String) -> JSONFault {
    JSONFault("unexpected \(JSONFault.name(of: bytes[position])) \(place)", at: position)
  }

  @inline(never) func endOfText() -> JSONFault { JSONFault("the text ends too early", at: end) }
}
