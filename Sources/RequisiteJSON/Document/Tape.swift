/// The words of one document, in its order. The memory belongs to the value that made it.
struct Tape {
  private(set) var words: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    words = Self.allocate(capacity)
  }

  func deallocate() { free(words) }

  /// The words that most texts of a length need. The tape grows for others.
  static func capacity(forBytes count: Int) -> Int { count / 12 + 16 }

  /// Removes all words and makes room for `capacity`.
  mutating func clear(capacity wanted: Int) {
    count = 0
    if capacity < wanted { replaceMemory(capacity: wanted) }
  }

  /// Removes all words, and releases the memory of a tape with room for more words than `longest`.
  mutating func releaseMemory(beyond longest: Int) {
    count = 0
    if capacity > longest { replaceMemory(capacity: Self.capacity(forBytes: 0)) }
  }

  private mutating func replaceMemory(capacity wanted: Int) {
    deallocate()
    words = Self.allocate(wanted)
    capacity = wanted
  }

  /// Makes room for one more member: a key and a value of two words each at most.
  ///
  /// A tape that is too short grows to the length that all of the text needs if its rest is like the part before `position`.
  @inline(__always) mutating func makeRoom(at position: Int, of end: Int) {
    if count &+ 4 > capacity { grow(at: position, of: end) }
  }

  @inline(never) private mutating func grow(at position: Int, of end: Int) {
    let wordsPerByte = Double(count) / Double(max(position, 1))
    let likely = Int(wordsPerByte * Double(end)) + end / 512
    capacity = max(likely, capacity + capacity / 32 + 16)
    words = Self.allocate(capacity, in: words)
  }

  /// Allocates memory, or extends some. The system moves large memory without a copy, which would need the memory twice.
  private static func allocate(_ capacity: Int, in old: UnsafeMutablePointer<UInt64>? = nil)
    -> UnsafeMutablePointer<UInt64>
  {
    let size = capacity * MemoryLayout<UInt64>.stride
    // Without memory, `allocate` stops the process, as it does for an array.
    let memory = realloc(old, size) ?? .allocate(byteCount: size, alignment: 8)
    return memory.bindMemory(to: UInt64.self, capacity: capacity)
  }

  /// Removes the last word.
  @inline(__always) mutating func removeLast() { count &-= 1 }

  /// Appends a word. `makeRoom(at:of:)` comes first.
  @inline(__always) mutating func append(_ word: UInt64) {
    words[count] = word
    count &+= 1
  }

  @inline(__always) subscript(_ index: Int) -> Node {
    get { Node(bits: words[index]) }
    nonmutating set { words[index] = newValue.bits }
  }
}
