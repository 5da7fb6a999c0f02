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
  @inline(__always) mutating func ensureCapacity(at position: Int, of end: Int) {
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

  /// Appends a word. `ensureCapacity(at:of:)` comes first.
  @inline(__always) mutating func append(_ word: UInt64) {
    words[count] = word
    count &+= 1
  }

  @inline(__always) subscript(_ index: Int) -> Node {
    get { Node(bits: words[index]) }
    nonmutating set { words[index] = newValue.bits }
  }
}

/// One word of a tape: where a value begins, its length in bytes, its kind and its marks.
///
/// A scalar is one word, or two if it is longer than `longest` bytes; an array or an object is two words, followed
/// by the nodes of its members. The second word of a container holds the index after its subtree and the count. An empty
/// container is one word.
struct Node {
  /// Start in bits 0 to 31, length in bits 32 to 55, kind in 56 to 59, marks in 60 to 63.
  var bits: UInt64

  /// The kinds, in the order that makes `isContainer` one comparison.
  enum Kind {
    static let null: UInt8 = 0
    static let `false`: UInt8 = 1
    static let `true`: UInt8 = 2
    static let number: UInt8 = 3
    /// ASCII without escapes or control characters: the bytes are the string.
    static let plainString: UInt8 = 4
    /// Has bytes beyond ASCII, and neither escapes nor control characters. UTF-8 is checked when it is read.
    static let wideString: UInt8 = 5
    /// Has escapes or control characters. Both are checked when the string is read.
    static let escapedString: UInt8 = 6
    static let array: UInt8 = 7
    static let object: UInt8 = 8
  }

  /// A number of digits only, with or without a minus sign.
  static let isInteger: UInt8 = 0x10
  /// An array or object without members: it has no second word.
  static let isEmpty: UInt8 = 0x10
  /// A scalar whose length did not fit: the next word has it.
  static let isLong: UInt8 = 0x20
  /// An object in which comparing bytes is not enough: see `Scanner.close`.
  static let needsIndex: UInt8 = 0x40
  /// An object that was read as a dictionary: its keys are taken as they stand, whatever the style of keys.
  static let isDictionary: UInt8 = 0x80

  static let longest = (1 << 24) - 1

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  @inline(__always) init(_ mark: UInt8, start: Int, length: Int) {
    bits = UInt64(mark) << 56 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: start)
  }

  @inline(__always) var kind: UInt8 { UInt8(truncatingIfNeeded: bits >> 56) & 0x0f }
  @inline(__always) var marks: UInt8 { UInt8(truncatingIfNeeded: bits >> 56) }
  @inline(__always) var start: Int { Int(UInt32(truncatingIfNeeded: bits)) }
  @inline(__always) var shortLength: Int { Int(UInt32(truncatingIfNeeded: bits >> 32) & 0xff_ffff) }
  /// Kind, marks and length, which are equal for two plain keys of one length.
  @inline(__always) var shape: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
  @inline(__always) var isContainer: Bool { kind >= Kind.array }
  @inline(__always) func has(_ mark: UInt8) -> Bool { marks & mark != 0 }
}

/// The containers that the scanner is inside of, innermost on top.
struct OpenContainers {
  struct Container {
    var index: Int
    var count = 0
    var isObject: Bool
    /// A key is repeated, or has bytes beyond ASCII, escapes, or more bytes than a node can say.
    var needsKeyCheck = false
    /// The keys seen: a set of 256 bits, by hash.
    var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// Notes the hash of a key. Returns true if the key may be a repeated one.
    @inline(__always) mutating func note(_ hash: UInt8) -> Bool {
      let bit: UInt64 = 1 << UInt64(hash & 63)
      // An address instead of a branch, which would be predicted wrong for keys in no order.
      let offset = Int(hash >> 6) &* MemoryLayout<UInt64>.stride
      return withUnsafeMutableBytes(of: &seen) { words in
        let before = words.load(fromByteOffset: offset, as: UInt64.self)
        words.storeBytes(of: before | bit, toByteOffset: offset, as: UInt64.self)
        return before & bit != 0
      }
    }
  }

  private var containers: UnsafeMutablePointer<Container>
  private(set) var top: UnsafeMutablePointer<Container>
  private var capacity = 12

  init() {
    containers = .allocate(capacity: capacity)
    top = containers
  }

  func free() { containers.deallocate() }

  /// Leaves all containers, for another text.
  mutating func clear() { top = containers }

  /// Enters a container.
  @inline(__always) mutating func push(at index: Int, isObject: Bool) {
    top += 1
    if top == containers + capacity { grow() }
    top.initialize(to: Container(index: index, isObject: isObject))
  }

  @inline(__always) mutating func pop() { top -= 1 }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Container>.allocate(capacity: capacity * 4)
    larger.update(from: containers, count: capacity)
    containers.deallocate()
    containers = larger
    top = larger + capacity
    capacity *= 4
  }
}
