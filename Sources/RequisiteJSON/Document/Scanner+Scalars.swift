/// Strings, numbers, literals and white space.
extension Scanner {
  /// Reads a string from its first quote, 16 bytes at a time. Returns the position after the last quote.
  @inline(__always) mutating func string(at quote: Int) throws(JSONFault) -> Int {
    let start = quote &+ 1
    var position = start
    while position &+ 32 <= end {
      let first = sixteen(position).plainLength
      let second = sixteen(position &+ 16).plainLength
      let length = first &+ (second & (0 &- first >> 4))
      position &+= length
      if length == 32 { continue }
      guard bytes[position] == UInt8(ascii: "\"") else { return try rest(of: start, at: position) }
      return append(Node.Kind.plainString, start, position)
    }
    return try lastString(from: start, at: position)
  }

  /// Reads the rest of a string that ends within the last 16 bytes of the text.
  @inline(never) private mutating func lastString(from start: Int, at first: Int) throws(JSONFault) -> Int {
    var position = first
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return append(Node.Kind.plainString, start, position) }
      guard byte != UInt8(ascii: "\\"), byte >= 0x20, byte < 0x80 else {
        return try rest(of: start, at: position)
      }
      position &+= 1
    }
    throw endOfText()
  }

  /// Reads the rest of a string from its first byte that is not plain.
  @inline(never) private mutating func rest(of start: Int, at first: Int) throws(JSONFault) -> Int {
    guard bytes[first] >= 0x80 else { return try oddString(from: start, at: first) }
    var position = first
    while position < end {
      if position &+ 16 <= end {
        let length = sixteen(position).wideLength
        position &+= length
        if length == 16 { continue }
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return append(Node.Kind.wideString, start, position) }
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else { return try oddString(from: start, at: position) }
      position &+= 1
    }
    throw endOfText()
  }

  /// Finds the end of a string with escapes or control characters.
  @inline(never) private mutating func oddString(from start: Int, at first: Int) throws(JSONFault) -> Int {
    var position = first
    while position < end {
      if position &+ 16 <= end {
        let length = sixteen(position).lengthBeforeQuoteOrBackslash
        position &+= length
        if length == 16 { continue }
      }
      switch bytes[position] {
      case UInt8(ascii: "\""): return append(Node.Kind.escapedString, start, position)
      case UInt8(ascii: "\\"): position = try escape(at: position)
      default: position &+= 1
      }
    }
    throw endOfText()
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

  /// The 16 bytes from a position on. The caller has checked that the text has them.
  @inline(__always) private func sixteen(_ position: Int) -> SixteenBytes { SixteenBytes(bytes + position) }

  @inline(never) func unexpected(_ position: Int, _ place: String) -> JSONFault {
    JSONFault("unexpected \(JSONFault.name(of: bytes[position])) \(place)", at: position)
  }

  @inline(never) func endOfText() -> JSONFault { JSONFault("the text ends too early", at: end) }
}
