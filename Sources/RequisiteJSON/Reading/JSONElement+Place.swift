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

  private func isString(_ index: Int) -> Bool {
    Node.Kind.plainString...Node.Kind.escapedString ~= tape[index].kind
  }
}
