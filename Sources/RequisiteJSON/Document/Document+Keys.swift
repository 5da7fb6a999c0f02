/// Finds members of objects by key.
extension Document {
  /// True if the keys of an object must be compared as strings: if they are not plain ASCII, are repeated, are more than
  /// `Scanner.mostCompared`, or if the settings spell keys in a style.
  @inline(__always) func needsIndex(_ object: Int) -> Bool {
    tape[object].has(Node.needsIndex) || !keysAsDeclared
  }

  /// Builds the index of an object that needs one. Called before `find(_:in:)`.
  ///
  /// - Throws: the error of a key that is not a string.
  @inline(__always) func prepareKeys(of object: Int) throws {
    if needsIndex(object), indexes[object] == nil { indexes[object] = try index(of: object) }
  }

  /// The nodes of an object's values by key. The first of repeated keys counts, as in Foundation.
  @inline(never) private func index(of object: Int) throws -> [String: Int] {
    var index: [String: Int] = [:]
    var room = Room(for: memberCount(of: object), stride: MemoryLayout<(String, Int)>.stride)
    index.reserveCapacity(room.count)
    try forEachMember(of: object) { key, value in
      if index.count == room.count, room.grow() { index.reserveCapacity(room.count) }
      let name = coding.keys.decoded(try string(at: key), at: { path(to: object) }, known: &convertedKeys)
      if index[name] == nil { index[name] = value }
    }
    return index
  }

  /// Throws the error of a malformed key before any value is read, as Foundation does unless keys have a style.
  @inline(__always) func checkKeys(of object: Int) throws {
    guard keysAsDeclared, tape[object].has(Node.needsIndex) else { return }
    try forEachMember(of: object) { key, _ in
      if tape[key].kind != Node.Kind.plainString { _ = try string(at: key) }
    }
  }

  /// Calls `body` with the keys of an object in its order, each once.
  @inline(__always) func forEachKey(of object: Int, _ body: (String) -> Void) {
    if needsIndex(object) {
      for (key, _) in (indexes[object] ?? [:]).sorted(by: { $0.value < $1.value }) { body(key) }
    } else {
      forEachMember(of: object) { key, _ in body(plainString(at: key)) }
    }
  }

  @inline(__always) func forEachElement(of array: Int, _ body: (Int) throws -> Void) rethrows {
    let limit = limit(of: array)
    var element = array &+ 2
    while element < limit {
      try body(element)
      element = after(element)
    }
  }

  @inline(__always) func forEachMember(of object: Int, _ body: (_ key: Int, _ value: Int) throws -> Void)
    rethrows
  {
    let limit = limit(of: object)
    var key = object &+ 2
    while key < limit {
      let value = after(key)
      try body(key, value)
      key = after(value)
    }
  }

  /// Returns the node of the value for a key, or nil if the object lacks the key.
  @inline(__always) func find(_ name: String, in object: Int, _ order: inout MemberOrder) -> Int? {
    if needsIndex(object) { return indexes[object]?[name] }
    return findPlain(name, in: object, &order)
  }

  /// Searches an object whose keys are distinct and plain ASCII.
  @inline(never) private func findPlain(_ name: String, in object: Int, _ order: inout MemberOrder) -> Int? {
    if let found = name.utf8.withContiguousStorageIfAvailable({ find($0, in: object, &order) }) {
      return found >= 0 ? found : found == Self.notFound ? nil : findWide(name, in: object)
    }
    var name = name
    let found = name.withUTF8 { find($0, in: object, &order) }
    return found >= 0 ? found : findWide(name, in: object)
  }

  private static let notFound = -1
  /// Says that the bytes were not found and that the name has characters beyond ASCII, which may equal an ASCII key.
  private static let wideNotFound = -2

  @inline(__always)
  private func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int, _ order: inout MemberOrder) -> Int {
    guard name.count <= Node.longest else { return Self.notFound }
    let shape = Node(Node.Kind.plainString, start: 0, length: name.count).shape
    let words = tape.words
    let found = order.find(in: object, of: self) { key in
      let node = Node(bits: words[key])
      return node.shape == shape && same(name, at: node.start)
    }
    if let found { return found &+ 1 }
    return name.allSatisfy { $0 < 0x80 } ? Self.notFound : Self.wideNotFound
  }

  @inline(__always) private func same(_ name: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard let base = name.baseAddress else { return true }
    return KeyBytes.same(base, bytes + start, name.count)
  }

  /// Finds an ASCII key that equals a name beyond ASCII: `K` equals U+212A (Kelvin sign).
  private func findWide(_ name: String, in object: Int) -> Int? {
    var found: Int?
    try? forEachMember(of: object) { key, value in
      if found == nil, try string(at: key) == name { found = value }
    }
    return found
  }

  /// Marks an object as a dictionary, whose keys are not converted by the style.
  @inline(__always) func markAsDictionary(_ object: Int) {
    tape.words[object] |= UInt64(Node.isDictionary) << 56
  }
}
