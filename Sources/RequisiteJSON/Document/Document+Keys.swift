/// Members of objects by key.
extension Document {
  /// Whether the keys of an object have to be compared as strings: it has odd, repeated or many keys, or keys are
  /// spelled another way in the types.
  @inline(__always) func needsIndex(_ object: Int) -> Bool {
    tape[object].has(Node.needsIndex) || !keysAsDeclared
  }

  /// Makes ready what finding a key in an object needs.
  ///
  /// - Throws: the error of a key that is not a string.
  @inline(__always) func prepareKeys(of object: Int) throws {
    if needsIndex(object), indexes[object] == nil { indexes[object] = try index(of: object) }
  }

  /// The values of an object by key. Of several with one key the first counts, as in Foundation.
  @inline(never) private func index(of object: Int) throws -> [String: Int] {
    var index: [String: Int] = [:]
    index.reserveCapacity(memberCount(of: object))
    try forEachMember(of: object) { key, value in
      let name = coding.keys.decoded(try string(at: key), at: { path(to: object) }, known: &convertedKeys)
      if index[name] == nil { index[name] = value }
    }
    return index
  }

  /// Throws the error of a key that is not a string, before any of the values is read; as Foundation does unless keys
  /// have a style.
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
      forEachMember(of: object) { key, _ in body(String(decoding: text(of: key), as: UTF8.self)) }
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

  /// The value for a key, or nil.
  @inline(__always) func find(_ name: String, in object: Int) -> Int? {
    if needsIndex(object) { return indexes[object]?[name] }
    return findPlain(name, in: object)
  }

  /// The value for a key of an object whose keys are distinct and plain, or nil.
  ///
  /// Looks from where the last key was found onwards, and then from the first key on.
  @inline(never) private func findPlain(_ name: String, in object: Int) -> Int? {
    if let found = name.utf8.withContiguousStorageIfAvailable({ find($0, in: object) }) {
      return found >= 0 ? found : found == Self.notFound ? nil : findWide(name, in: object)
    }
    var name = name
    let found = name.withUTF8 { find($0, in: object) }
    return found >= 0 ? found : findWide(name, in: object)
  }

  private static let notFound = -1
  /// Not found as bytes, and the name is not all ASCII.
  private static let wideNotFound = -2

  @inline(__always) private func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    guard name.count <= Node.longest else { return Self.notFound }
    let limit = limit(of: object)
    let first = object &+ 2
    guard first < limit else { return Self.notFound }
    let shape = Node(Node.Kind.plainString, start: 0, length: name.count).shape
    let words = tape.words
    let start = object &+ tape[object].shortLength
    var key = start
    repeat {
      let node = Node(bits: words[key])
      if node.shape == shape, same(name, at: node.start) {
        remember(key, in: object)
        return key &+ 1
      }
      key = Self.after(key &+ 1, words)
      if key >= limit { key = first }
    } while key != start
    return name.allSatisfy { $0 < 0x80 } ? Self.notFound : Self.wideNotFound
  }

  @inline(__always) private func same(_ name: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard let base = name.baseAddress else { return true }
    return KeyBytes.same(base, bytes + start, name.count)
  }

  /// Has the next search begin at this key, if the distance fits the node.
  @inline(__always) private func remember(_ key: Int, in object: Int) {
    let distance = key &- object
    guard distance <= Node.longest else { return }
    tape.words[object] = tape.words[object] & ~(UInt64(Node.longest) << 32) | UInt64(distance) << 32
  }

  /// A key in ASCII that is equal to a name that is not, as K is to U+212A.
  private func findWide(_ name: String, in object: Int) -> Int? {
    var found: Int?
    try? forEachMember(of: object) { key, value in
      if found == nil, try string(at: key) == name { found = value }
    }
    return found
  }

  /// Notes that the keys of an object are not names of properties.
  @inline(__always) func markAsDictionary(_ object: Int) {
    tape.words[object] |= UInt64(Node.isDictionary) << 56
  }
}
