/// Tells arrays and dictionaries from other types by two words of their metadata.
///
/// A text of a few hundred bytes has few objects of each type, so that looking up a conformance for each type would be a
/// third of the time. These words are part of Swift's stable ABI: the kind, and for a struct the address of what all its
/// generic forms have in common. Where they are not equal though the types are alike, decoding is slower and no different.
enum GenericKind {
  static func mayBeCollection(_ type: Any.Type) -> Bool {
    let words = words(of: type)
    return matches(words, Self.words(of: [Int].self)) || matches(words, Self.words(of: [Int: Int].self))
  }

  @inline(__always) private static func words(of type: Any.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// Reads the second word of structs only: other metadata may have none.
  @inline(__always) private static func matches(_ one: UnsafePointer<UInt>, _ other: UnsafePointer<UInt>)
    -> Bool
  {
    one[0] == other[0] && one[1] == other[1]
  }
}
