/// A value in a JSON text, read in place: only the structure of the text, and none of its strings and numbers.
package struct JSONElement {
  let document: Document
  let node: Int
}

extension JSONElement {
  /// Reads the structure of a text that is one JSON value by the grammar of RFC 8259, nested 512 deep at most.
  ///
  /// The text may be UTF-8, UTF-16 or UTF-32. It is copied once.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, which names the byte at fault.
  package init(_ text: Data) throws {
    document = try text.withUnsafeBytes { bytes in
      try TextEncoding.withUTF8(bytes) { text in
        let document = Document(length: text.count)
        try document.scan(text, isStrict: true)
        document.endReading(isHeld: true)
        return document
      }
    }
    node = 0
  }

  /// An array or object in UTF-8, brackets included.
  package var text: Data {
    let start = document[node].start
    return Data(bytes: document.bytes + start, count: document.end(of: node) - start)
  }

  /// The array or object at a key or an index of this one; nil if there is none.
  package func container(at part: String) throws -> JSONElement? {
    guard let next = try document.value(at: part, in: node), document[next].isContainer else { return nil }
    return JSONElement(document: document, node: next)
  }
}

extension Document {
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

  /// The offset after `brackets` closing brackets, which only white space separates.
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
