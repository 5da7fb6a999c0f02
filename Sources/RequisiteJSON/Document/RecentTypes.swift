/// How the most recent types are decoded or encoded. Looking up a conformance takes longer than decoding a small array.
///
/// A type has two places, so that two types whose addresses have the same hash do not drive each other out.
///
/// `Collection` is the metatype of the collections with a way of their own, such as `any FastCollection.Type`.
struct RecentTypes<Collection> {
  struct Entry {
    var type: ObjectIdentifier?
    var kind = KnownType.other
    var collection: Collection?
  }

  private static var size: Int { 16 }
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  func free() { entries.deallocate() }

  @inline(__always) func find(_ type: Any.Type) -> Entry {
    let id = ObjectIdentifier(type)
    let places = id.places
    let (first, second) = (entries + places.first, entries + places.second)
    if first.pointee.type == id { return first.pointee }
    if second.pointee.type == id { return second.pointee }
    let slot = first.pointee.type != nil && second.pointee.type == nil ? second : first
    slot.pointee = Self.examine(type, id)
    return slot.pointee
  }

  @inline(never) private static func examine(_ type: Any.Type, _ id: ObjectIdentifier) -> Entry {
    if let kind = KnownType(scalar: id) { return Entry(type: id, kind: kind) }
    guard GenericKind.mayBeCollection(type), let collection = type as? Collection else {
      return Entry(type: id)
    }
    return Entry(type: id, kind: .collection, collection: collection)
  }
}

extension ObjectIdentifier {
  /// The two places of a type in a table of 16 recent types.
  @inline(__always) var places: (first: Int, second: Int) {
    let first = Int((UInt(bitPattern: self) &* 0x9e37_79b9_7f4a_7c15) >> 60)
    return (first, first ^ 1)
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
