/// Reads JSON text onto a tape, in one pass.
///
/// Checks the structure: brackets, commas, colons, literals, the ends of strings and numbers, and the depth. What is
/// inside of a string or a number is checked when the value is decoded, as Foundation does. Unless it is strict, a comma
/// may stand before a closing bracket, as in Foundation. Takes time in proportion to the number of bytes.
struct Scanner {
  /// The deepest nesting of arrays and objects, equal to Foundation's.
  static let deepest = 512
  /// Objects with more members than this are read through an index.
  static let maximumCompared = 64

  let bytes: UnsafePointer<UInt8>
  let end: Int
  private let isStrict: Bool
  var tape: Tape
  private var open: OpenContainers
  private var depth = 0

  /// Reads the text onto the tape, which loses the nodes that it had. The caller frees the memory of the tape and of the
  /// open containers, after an error too.
  static func scan(
    _ text: UnsafeBufferPointer<UInt8>, onto tape: inout Tape, inside open: inout OpenContainers,
    isStrict: Bool
  ) throws(JSONFault) {
    guard let base = text.baseAddress, !text.isEmpty else {
      throw JSONFault("the text is empty", at: 0)
    }
    guard UInt64(text.count) < UInt64(UInt32.max) else {
      throw JSONFault("the text is longer than 4 GiB", at: 0)
    }
    tape.clear(capacity: Tape.capacity(forBytes: text.count))
    open.clear()
    var scanner = Scanner(bytes: base, end: text.count, isStrict: isStrict, tape: tape, open: open)
    defer { (tape, open) = (scanner.tape, scanner.open) }
    try scanner.scan()
  }

  private mutating func scan() throws(JSONFault) {
    tape.ensureCapacity(at: 0, of: end)
    var position = try value(at: try skipSpace(0))
    while depth > 0 {
      position = try open.top.pointee.isObject ? members(from: position) : elements(from: position)
    }
    while position < end {
      guard isSpace(bytes[position]) else { throw unexpected(position, "after the value") }
      position &+= 1
    }
  }

  /// Reads elements of the innermost array, starting after its bracket or after an element. Returns after the array's
  /// bracket, or inside of an element that is a container.
  private mutating func elements(from start: Int) throws(JSONFault) -> Int {
    try contents(from: start, until: UInt8(ascii: "]"), "in an array", haveKeys: false)
  }

  /// Reads members of the innermost object, starting after its brace or after a member. Returns after the object's brace,
  /// or inside of a value that is a container.
  private mutating func members(from start: Int) throws(JSONFault) -> Int {
    try contents(from: start, until: UInt8(ascii: "}"), "in an object", haveKeys: true)
  }

  @inline(__always)
  private mutating func contents(
    from start: Int, until bracket: UInt8, _ context: String, haveKeys: Bool
  ) throws(JSONFault) -> Int {
    let outer = depth
    var isFirst = open.top.pointee.count == 0
    var position = try skipSpace(start)
    while bytes[position] != bracket {
      if !isFirst {
        guard bytes[position] == UInt8(ascii: ",") else { throw unexpected(position, context) }
        position = try skipSpace(position &+ 1)
        if try endsAfterComma(position, bracket) { break }
      }
      isFirst = false
      open.top.pointee.count &+= 1
      tape.ensureCapacity(at: position, of: end)
      position = try value(at: haveKeys ? try key(at: position) : position)
      guard depth == outer else { return position }
      position = try skipSpace(position)
    }
    closeContainer()
    return position &+ 1
  }

  /// Whether the container ends at a position after a comma. Strict texts must not.
  ///
  /// Mutating, because the compiler copies the whole scanner for a function that is not.
  @inline(__always)
  private mutating func endsAfterComma(_ position: Int, _ bracket: UInt8) throws(JSONFault) -> Bool {
    guard bytes[position] == bracket else { return false }
    if isStrict { throw unexpected(position, "after a comma") }
    return true
  }

  /// Reads a key and its colon. Returns the position of the value.
  @inline(__always) private mutating func key(at start: Int) throws(JSONFault) -> Int {
    guard bytes[start] == UInt8(ascii: "\"") else { throw unexpected(start, "where a key should begin") }
    let position = try skipSpace(try string(at: start))
    noteKey()
    guard bytes[position] == UInt8(ascii: ":") else {
      throw unexpected(position, "where a colon should stand")
    }
    return try skipSpace(position &+ 1)
  }

  /// Reads a scalar whole, or opens a container. The tape has room for it.
  @inline(__always) private mutating func value(at position: Int) throws(JSONFault) -> Int {
    switch bytes[position] {
    case UInt8(ascii: "\""): return try string(at: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(at: position)
    case UInt8(ascii: "{"): return try openContainer(Node.Kind.object, at: position)
    case UInt8(ascii: "["): return try openContainer(Node.Kind.array, at: position)
    case UInt8(ascii: "t"): return try literal("true", Node.Kind.true, at: position)
    case UInt8(ascii: "f"): return try literal("false", Node.Kind.false, at: position)
    case UInt8(ascii: "n"): return try literal("null", Node.Kind.null, at: position)
    default: throw unexpected(position, "where a value should begin")
    }
  }

  // MARK: Containers

  private mutating func openContainer(_ kind: UInt8, at position: Int) throws(JSONFault) -> Int {
    guard depth < Self.deepest else {
      throw JSONFault("arrays and objects nested deeper than 512", at: position)
    }
    depth &+= 1
    open.push(at: tape.count, isObject: kind == Node.Kind.object)
    tape.append(Node(kind, start: position, length: 2).bits)
    tape.append(0)
    return position &+ 1
  }

  /// Ends the innermost container. An object is marked if comparing a key's bytes from where the last one was found
  /// would not find what Foundation finds: some keys are not plain ASCII, a key is repeated, or there are many.
  private mutating func closeContainer() {
    let container = open.top.pointee
    depth &-= 1
    open.pop()
    guard container.count > 0 else {
      tape.removeLast()
      tape.words[container.index] |= UInt64(Node.isEmpty) << 56
      return
    }
    tape.words[container.index &+ 1] = UInt64(container.count) << 32 | UInt64(tape.count)
    guard container.isObject else { return }
    if container.needsKeyCheck || container.count > Self.maximumCompared {
      tape.words[container.index] |= UInt64(Node.needsIndex) << 56
    }
  }

  /// Notes whether the key just read is odd or repeated, unless the object is read through an index anyway. A filter spares
  /// most keys the comparison with those before.
  @inline(__always) private mutating func noteKey() {
    guard open.top.pointee.count <= Self.maximumCompared else { return }
    let key = tape[tape.count &- 1]
    guard key.marks == Node.Kind.plainString else {
      open.top.pointee.needsKeyCheck = true
      return
    }
    let hash = KeyBytes.hash(bytes + key.start, key.shortLength, canLoad: key.start &+ 8 <= end)
    if open.top.pointee.note(hash), isRepeated(key) { open.top.pointee.needsKeyCheck = true }
  }

  /// True if the innermost object had the key just read before.
  @inline(never) private func isRepeated(_ key: Node) -> Bool {
    var other = open.top.pointee.index &+ 2
    while other < tape.count &- 1 {
      let node = tape[other]
      if node.shape == key.shape, KeyBytes.same(bytes + node.start, bytes + key.start, key.shortLength) {
        return true
      }
      other = Document.after(other &+ 1, tape.words)
    }
    return false
  }
}

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
    guard bytes[first] >= 0x80 else { return try stringWithEscapes(from: start, at: first) }
    var position = first
    while position < end {
      if position &+ 16 <= end {
        let length = sixteen(position).wideLength
        position &+= length
        if length == 16 { continue }
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return append(Node.Kind.wideString, start, position) }
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else {
        return try stringWithEscapes(from: start, at: position)
      }
      position &+= 1
    }
    throw endOfText()
  }

  /// Finds the end of a string with escapes or control characters.
  @inline(never) private mutating func stringWithEscapes(from start: Int, at first: Int) throws(JSONFault)
    -> Int
  {
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

  @inline(never) func unexpected(_ position: Int, _ context: String) -> JSONFault {
    JSONFault("unexpected \(JSONFault.name(of: bytes[position])) \(context)", at: position)
  }

  @inline(never) func endOfText() -> JSONFault { JSONFault("the text ends too early", at: end) }
}
