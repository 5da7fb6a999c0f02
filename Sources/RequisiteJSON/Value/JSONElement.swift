/// A value in a JSON text, read in place. Members keep the order of the text, and numbers their digits.
///
/// `init(_:)` reads only the structure; `content()` checks and makes strings and numbers.
package struct JSONElement {
  let document: Document
  let node: Int

  /// One level of a value.
  package enum Content {
    /// The literal `null`, which stands for no value.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number, as it is written in the text.
    case number(String)
    /// A string, its escapes resolved.
    case string(String)
    /// The elements of an array.
    case array([JSONElement])
    /// The members of an object, in the order of the text, repeated keys included.
    case object([(key: String, value: JSONElement)])
  }

  /// Reads the structure of a text that is one JSON value by the grammar of RFC 8259, nested 512 deep at most.
  ///
  /// The text may be UTF-8, UTF-16 or UTF-32. It is copied once.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, which names the byte at fault.
  package init(_ text: Data) throws {
    self = try text.withUnsafeBytes { bytes in
      try TextEncoding.withUTF8(bytes) { try JSONElement($0, isStrict: true) }
    }
  }

  /// Reads the structure of UTF-8 text. Unless `isStrict`, a comma may stand before a closing bracket.
  package init(_ text: UnsafeBufferPointer<UInt8>, isStrict: Bool) throws {
    document = Document(length: text.count)
    try document.scan(text, isStrict: isStrict)
    document.endReading(isHeld: true)
    node = 0
  }

  /// The value at the place of a decoder of this module. Returns nil for other decoders.
  package init?(_ decoder: any Decoder) {
    guard let decoder = decoder as? ValueDecoder else { return nil }
    self.init(document: decoder.document, node: decoder.node)
  }

  init(document: Document, node: Int) {
    self.document = document
    self.node = node
  }

  /// Reads one level: a scalar, or the elements or members to be read in turn.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a number or string that is malformed, keys included.
  package func content() throws -> Content {
    switch document[node].kind {
    case Node.Kind.null: return .null
    case Node.Kind.false: return .bool(false)
    case Node.Kind.true: return .bool(true)
    case Node.Kind.number: return .number(try document.numberText(at: node))
    case Node.Kind.array: return .array(elements)
    case Node.Kind.object: return .object(try members)
    default: return .string(try document.string(at: node))
    }
  }

  /// Decodes the value by the settings of the decoder it came from.
  package func decoded<T: Decodable>(as type: T.Type) throws -> T { try document.decode(type, at: node) }

  private var elements: [JSONElement] {
    var elements: [JSONElement] = []
    elements.reserveCapacity(document.memberCount(of: node))
    document.forEachElement(of: node) { elements.append(JSONElement(document: document, node: $0)) }
    return elements
  }

  private var members: [(key: String, value: JSONElement)] {
    get throws {
      var members: [(key: String, value: JSONElement)] = []
      members.reserveCapacity(document.memberCount(of: node))
      try document.forEachMember(of: node) { key, value in
        members.append((try document.string(at: key), JSONElement(document: document, node: value)))
      }
      return members
    }
  }
}

extension JSONElement {
  /// The byte range of the value in the UTF-8 text, quotes and brackets included.
  package var range: Range<Int> { document.start(of: node)..<document.end(of: node) }

  /// The value in UTF-8, quotes and brackets included.
  package var text: Data { Data(bytes: document.bytes + range.lowerBound, count: range.count) }

  /// The array or object at a key or an index of this one; nil if there is none.
  package func container(at part: String) throws -> JSONElement? {
    guard let next = try document.value(at: part, in: node), document[next].isContainer else { return nil }
    return JSONElement(document: document, node: next)
  }
}

extension Document {
  fileprivate func start(of index: Int) -> Int {
    isString(index) ? tape[index].start - 1 : tape[index].start
  }

  /// The offset after a value. For arrays and objects, finds the closing bracket after the last inner value.
  fileprivate func end(of index: Int) -> Int {
    // Descends through the last value of each level; each level is closed by one bracket.
    var (last, depth) = (index, 0)
    while tape[last].isContainer {
      depth += 1
      guard let inner = lastValue(in: last) else { return closing(depth, from: tape[last].start + 1) }
      last = inner
    }
    let end = tape[last].start + text(of: last).count + (isString(last) ? 1 : 0)
    return closing(depth, from: end)
  }

  /// The offset after `brackets` closing brackets, which only white space and commas separate.
  private func closing(_ brackets: Int, from start: Int) -> Int {
    var (position, open) = (start, brackets)
    while open > 0, position < count {
      if bytes[position] == UInt8(ascii: "]") || bytes[position] == UInt8(ascii: "}") { open -= 1 }
      position += 1
    }
    return position
  }

  private func lastValue(in container: Int) -> Int? {
    var last: Int?
    if tape[container].kind == Node.Kind.array {
      forEachElement(of: container) { last = $0 }
    } else {
      forEachMember(of: container) { last = $1 }
    }
    return last
  }

  func isString(_ index: Int) -> Bool {
    Node.Kind.plainString...Node.Kind.escapedString ~= tape[index].kind
  }
}

extension JSONCoding {
  /// Decodes the value at the end of a path, whose parts are keys of members and indices of elements. Nothing else is
  /// decoded.
  ///
  /// Keys are those that types declare, by the style of keys. Coding paths in errors begin at the top of the text.
  ///
  /// - Returns: nil if the path leads nowhere.
  package func decode<T: Decodable>(_ type: T.Type, at path: [String], from data: Data) throws -> T? {
    try data.withUnsafeBytes { bytes in
      try withDocument(bytes) { document in
        var node = 0
        for part in path {
          guard let next = try document.value(at: part, in: node) else { return nil }
          node = next
        }
        return try document.decode(type, at: node)
      }
    }
  }

  /// Decodes a JSON text in a string. A string that is stored as UTF-8 is not copied.
  package func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    var text = text
    return try text.withUTF8 { bytes in
      try read(bytes) { try $0.decode(type, at: 0) }
    }
  }

  /// Reads a text in its encoding. Copies its bytes only if a decoder or a container outlives `body`.
  func withDocument<R>(_ bytes: UnsafeRawBufferPointer, _ body: (Document) throws -> R) throws -> R {
    try TextEncoding.withUTF8(bytes) { try read($0, body) }
  }

  private func read<R>(_ text: UnsafeBufferPointer<UInt8>, _ body: (Document) throws -> R) throws -> R {
    var document = documents.take() ?? Document(length: text.count)
    defer { documents.take(back: &document) }
    try document.scan(text, coding: self)
    return try body(document)
  }
}

extension Document {
  /// Returns the node for a key of an object or an index of an array, and nil for values of other kinds.
  func value(at part: String, in index: Int) throws -> Int? {
    switch tape[index].kind {
    case Node.Kind.object:
      try prepareKeys(of: index)
      var order = MemberOrder()
      defer { order.free() }
      return find(part, in: index, &order)
    case Node.Kind.array:
      guard let wanted = Int(part), wanted >= 0, wanted < memberCount(of: index) else { return nil }
      var element = index + 2
      for _ in 0..<wanted { element = after(element) }
      return element
    default: return nil
    }
  }
}
