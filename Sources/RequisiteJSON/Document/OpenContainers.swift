/// The containers that the scanner is inside of, innermost on top.
struct OpenContainers {
  struct Container {
    var index: Int
    var count = 0
    var isObject: Bool
    /// A key is repeated, or has bytes beyond ASCII, escapes, or more bytes than a node can say.
    var hasOddKey = false
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
