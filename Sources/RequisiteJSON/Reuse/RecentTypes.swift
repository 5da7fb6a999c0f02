/// How the most recent types are decoded or encoded. Looking up a conformance takes longer than decoding a small array.
///
/// `Collection` is the metatype of the collections with a way of their own, such as `any FastCollection.Type`.
struct RecentTypes<Collection> {
  struct Entry {
    var type: ObjectIdentifier?
    var kind = KnownType.other
    var collection: Collection?
  }

  private let entries = TypeTable(empty: Entry())

  func free() { entries.free() }

  @inline(__always) func find(_ type: Any.Type) -> Entry {
    let id = ObjectIdentifier(type)
    let slot = entries.slot(of: type) { $0.pointee.type == id || $0.pointee.type == nil }
    if let slot, slot.pointee.type == id { return slot.pointee }
    let entry = Self.examine(type, id)
    (slot ?? entries.firstSlot(of: type)).pointee = entry
    return entry
  }

  @inline(never) private static func examine(_ type: Any.Type, _ id: ObjectIdentifier) -> Entry {
    if let kind = KnownType(scalar: id) { return Entry(type: id, kind: kind) }
    guard GenericKind.mayBeCollection(type), let collection = type as? Collection else {
      return Entry(type: id)
    }
    return Entry(type: id, kind: .collection, collection: collection)
  }
}

/// Recognizes arrays and dictionaries by two words of their metadata.
///
/// In a text of a few hundred bytes, looking up a conformance for each type takes a third of the time. The two words are
/// part of Swift's stable ABI: the metadata's kind, and for structs the address of the descriptor that all specializations
/// share. If the words differ for equal types, decoding takes the slower way and gives the same result.
private enum GenericKind {
  static func mayBeCollection(_ type: Any.Type) -> Bool {
    let words = words(of: type)
    return matches(words, Self.words(of: [Int].self)) || matches(words, Self.words(of: [Int: Int].self))
  }

  @inline(__always) private static func words(of type: Any.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// Reads the second word only if the first says struct; other metadata may end before it.
  @inline(__always) private static func matches(_ one: UnsafePointer<UInt>, _ other: UnsafePointer<UInt>)
    -> Bool
  {
    one[0] == other[0] && one[1] == other[1]
  }
}

/// A small hash table of what was learned of types. It forgets when its slots are taken.
///
/// A type may be in any of eight slots that follow one another, so that types whose addresses have the same hash do not
/// drive each other out.
struct TypeTable<Entry> {
  private static var size: Int { 32 }
  private static var slotsOfType: Int { 8 }
  private let entries: UnsafeMutablePointer<Entry>

  init(empty: Entry) {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: empty, count: Self.size)
  }

  func free() {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  /// Returns the first slot of a type whose entry fulfils the condition, or nil if none does.
  @inline(__always)
  func slot(of type: Any.Type, where condition: (UnsafeMutablePointer<Entry>) -> Bool)
    -> UnsafeMutablePointer<Entry>?
  {
    let firstIndex = Self.firstIndex(of: type)
    for step in 0..<Self.slotsOfType {
      let slot = entries + (firstIndex &+ step) & (Self.size - 1)
      if condition(slot) { return slot }
    }
    return nil
  }

  /// The first slot of a type.
  func firstSlot(of type: Any.Type) -> UnsafeMutablePointer<Entry> { entries + Self.firstIndex(of: type) }

  @inline(__always) func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    for index in 0..<Self.size { body(entries + index) }
  }

  @inline(__always) private static func firstIndex(of type: Any.Type) -> Int {
    Int((UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9e37_79b9_7f4a_7c15) >> 59)
  }
}

/// What decodes or encodes one text after another.
protocol Reusable: AnyObject {
  var containers: RecentContainers<Self> { get }

  /// Ends the use for one text. Returns true if the object may serve for another.
  ///
  /// - Parameter isHeld: whether the program refers to the object, or to a container of it.
  func endUse(isHeld: Bool) -> Bool
}

/// Documents without a text and writers without a value, kept for the next call: for a text of a few hundred bytes, making one
/// takes as long as reading or writing the text.
///
/// Several tasks may decode or encode at a time, each with an object of its own.
final class Pool<Element: Reusable>: Sendable {
  private static var maximumElements: Int { 4 }

  private let elements = Locked<[Element]>([])

  /// Returns an object that is kept, or nil if none is.
  func take() -> Element? { elements.withLock { $0.popLast() } }

  /// Ends the use of an object. Keeps the object, unless the program still refers to it.
  ///
  /// A task that put the object back a moment ago may still have a reference, and the object then counts as held.
  func take(back element: inout Element) {
    let isUsed = element.containers.releaseUsed()
    // In a variable of its own: the calls below retain the object, which would then never be unique.
    let isHeld = !isKnownUniquelyReferenced(&element) || isUsed
    guard element.endUse(isHeld: isHeld) else { return }
    elements.withLock { [element] in
      if $0.count < Self.maximumElements { $0.append(element) }
    }
  }
}
