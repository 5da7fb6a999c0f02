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
