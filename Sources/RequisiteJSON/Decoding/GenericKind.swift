/// Recognizes arrays and dictionaries by two words of their metadata.
///
/// In a text of a few hundred bytes, looking up a conformance for each type takes a third of the time. The two words are
/// part of Swift's stable ABI: the metadata's kind, and for structs the address of the descriptor that all specializations
/// share. If the words differ for equal types, decoding takes the slower way and gives the same result.
enum GenericKind {
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
