/// A small hash table of what was learned of types. It forgets when its places are taken.
///
/// A type may be in any of eight places that follow one another, so that types whose addresses have the same hash do not
/// drive each other out.
struct TypeTable<Entry> {
  private static var size: Int { 32 }
  private static var placesOfType: Int { 8 }
  private let entries: UnsafeMutablePointer<Entry>

  init(empty: Entry) {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: empty, count: Self.size)
  }

  func free() {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  /// Returns the first place of a type whose entry fulfils the condition, or nil if none does.
  @inline(__always)
  func place(of type: Any.Type, where condition: (UnsafeMutablePointer<Entry>) -> Bool)
    -> UnsafeMutablePointer<Entry>?
  {
    let home = Self.home(of: type)
    for step in 0..<Self.placesOfType {
      let place = entries + (home &+ step) & (Self.size - 1)
      if condition(place) { return place }
    }
    return nil
  }

  /// The first place of a type.
  func firstPlace(of type: Any.Type) -> UnsafeMutablePointer<Entry> { entries + Self.home(of: type) }

  @inline(__always) func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    for index in 0..<Self.size { body(entries + index) }
  }

  @inline(__always) private static func home(of type: Any.Type) -> Int {
    Int((UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9e37_79b9_7f4a_7c15) >> 59)
  }
}
