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
    let place = entries.place(of: type) { $0.pointee.type == id || $0.pointee.type == nil }
    if let place, place.pointee.type == id { return place.pointee }
    let entry = Self.examine(type, id)
    (place ?? entries.firstPlace(of: type)).pointee = entry
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
