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
  private var turn = 0

  func free() { entries?.deallocate() }

  /// Forgets the keys, for another object.
  @inline(__always) mutating func restart() { (count, turn) = (0, 0) }

  /// Returns the node of the key that matches, or nil if the object lacks it.
  ///
  /// - Parameter object: has at most `Scanner.mostCompared` keys.
  @inline(__always)
  mutating func find(in object: Int, of document: Document, where matches: (Int) -> Bool) -> Int? {
    let entries = self.entries ?? makeEntries()
    if count == 0 { list(object, document, entries) }
    let place = turn & (Scanner.mostCompared - 1)
    turn &+= 1
    let guess = Int(entries[place].guess)
    if guess < count, matches(Int(entries[guess].key)) { return Int(entries[guess].key) }
    // Keys that only some objects have move those after them by a few places.
    var next = max(0, guess &- 2)
    for _ in 0..<count {
      if next >= count { next = 0 }
      let key = Int(entries[next].key)
      if matches(key) {
        entries[place].guess = UInt32(truncatingIfNeeded: next)
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
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Scanner.mostCompared)
    for index in 0..<Scanner.mostCompared {
      (entries + index).initialize(to: Entry(guess: UInt32(truncatingIfNeeded: index)))
    }
    self.entries = entries
    return entries
  }
}
