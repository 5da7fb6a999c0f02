/// Finds members of objects by key.
extension Document {
  /// True if the keys of an object must be compared as strings: if they are not plain ASCII, are repeated, are more than
  /// `Scanner.maximumCompared`, or if the settings spell keys in a style.
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

/// Compares keys as bytes, and hashes them to find repeats.
enum KeyBytes {
  /// Returns an 8-bit hash of a key's first eight bytes, last eight bytes and length.
  ///
  /// - Parameter canLoad: whether eight bytes from `bytes` on may be read.
  @inline(__always) static func hash(_ bytes: UnsafePointer<UInt8>, _ length: Int, canLoad: Bool) -> UInt8 {
    UInt8(truncatingIfNeeded: wideHash(bytes, length, canLoad: canLoad) >> 56)
  }

  /// A hash of a key's text.
  @inline(__always) static func hash(_ name: String) -> UInt64 {
    name.utf8.withContiguousStorageIfAvailable { text in
      guard let base = text.baseAddress else { return 0 }
      return wideHash(base, text.count, canLoad: false)
    } ?? UInt64(bitPattern: Int64(name.hashValue))
  }

  @inline(__always)
  private static func wideHash(_ bytes: UnsafePointer<UInt8>, _ length: Int, canLoad: Bool) -> UInt64 {
    var mixed = UInt64(length)
    if length >= 8 {
      mixed ^= load8(bytes) &* 0x9e37_79b9_7f4a_7c15
      mixed ^= load8(bytes + (length - 8)) &* 0xc2b2_ae3d_27d4_eb4f
    } else if canLoad {
      mixed ^= (load8(bytes) & ((1 << UInt64(length &* 8)) &- 1)) &* 0x9e37_79b9_7f4a_7c15
    } else {
      var word: UInt64 = 0
      for offset in 0..<length { word |= UInt64(bytes[offset]) << UInt64(offset * 8) }
      mixed ^= word &* 0x9e37_79b9_7f4a_7c15
    }
    return (mixed ^ mixed >> 32) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Whether two keys of one length are the same.
  @inline(__always)
  static func same(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    if length >= 8 {
      var offset = 0
      while offset &+ 8 < length {
        guard load8(one + offset) == load8(other + offset) else { return false }
        offset &+= 8
      }
      return load8(one + (length &- 8)) == load8(other + (length &- 8))
    }
    if length >= 4 {
      return load4(one) == load4(other) && load4(one + (length &- 4)) == load4(other + (length &- 4))
    }
    var offset = 0
    while offset < length {
      guard one[offset] == other[offset] else { return false }
      offset &+= 1
    }
    return true
  }

  @inline(__always) private static func load8(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) private static func load4(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
  }
}

/// The keys of the object that a container reads, and where the container found each key of the object before.
///
/// Properties are read in the order of their declaration, while a text may have its keys in any order. But the objects of one
/// type mostly have one order, so the n-th key that is read is looked for where the n-th one was found last.
struct MemberOrder {
  private struct Entry {
    /// The node of a key of the object.
    var key: UInt32 = 0
    /// Which of the object's keys was read at this turn.
    var guess: UInt32
  }

  private var entries: UnsafeMutablePointer<Entry>?
  private var count = 0
  private var nextSlot = 0

  func free() { entries?.deallocate() }

  /// Forgets the keys, for another object.
  @inline(__always) mutating func restart() { (count, nextSlot) = (0, 0) }

  /// Returns the node of the key that matches, or nil if the object lacks it.
  ///
  /// - Parameter object: has at most `Scanner.maximumCompared` keys.
  @inline(__always)
  mutating func find(in object: Int, of document: Document, where matches: (Int) -> Bool) -> Int? {
    let entries = self.entries ?? makeEntries()
    if count == 0 { list(object, document, entries) }
    let slot = nextSlot & (Scanner.maximumCompared - 1)
    nextSlot &+= 1
    let guess = Int(entries[slot].guess)
    if guess < count, matches(Int(entries[guess].key)) { return Int(entries[guess].key) }
    // Keys that only some objects have move those after them by a few slots.
    var next = max(0, guess &- 2)
    for _ in 0..<count {
      if next >= count { next = 0 }
      let key = Int(entries[next].key)
      if matches(key) {
        entries[slot].guess = UInt32(truncatingIfNeeded: next)
        return key
      }
      next &+= 1
    }
    return nil
  }

  @inline(__always)
  private mutating func list(_ object: Int, _ document: Document, _ entries: UnsafeMutablePointer<Entry>) {
    var count = 0
    document.forEachMember(of: object) { key, _ in
      entries[count].key = UInt32(truncatingIfNeeded: key)
      count &+= 1
    }
    self.count = count
  }

  @inline(never) private mutating func makeEntries() -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Scanner.maximumCompared)
    for index in 0..<Scanner.maximumCompared {
      (entries + index).initialize(to: Entry(guess: UInt32(truncatingIfNeeded: index)))
    }
    self.entries = entries
    return entries
  }
}
