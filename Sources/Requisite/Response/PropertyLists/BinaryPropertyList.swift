/// The objects of a binary property list and the references between them, which determine how deep it nests.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let top: Int
  private let table: Int

  /// Reads the trailer, the last 32 bytes. Returns nil if it is malformed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
      let table = Self.number(bytes, trailer + 24, 8), (1...8).contains(offsetSize),
      (1...8).contains(referenceSize),
      count > 0, top < count, table < trailer, count <= (trailer - table) / offsetSize
    else { return nil }
    (self.count, self.top, self.table) = (count, top, table)
  }

  /// True if the list nests at most `depth` levels, expands to at most `values` values, and has no object that contains
  /// itself.
  ///
  /// Measures each object once, children before parents, without recursion.
  func isWithin(depth: Int, values: Int) -> Bool {
    var measured: [Int: (depth: Int, values: Int)] = [:]
    var stack = [(object: top, next: 0, children: children(of: top))]
    var open: Set<Int> = [top]
    while let (object, next, children) = stack.last {
      guard next < children.count else {
        let inner = children.compactMap { measured[$0] }
        let own = (
          depth: 1 + (inner.map(\.depth).max() ?? 0),
          values: inner.reduce(1) { min(values + 1, $0 + $1.values) }
        )
        guard own.depth <= depth, own.values <= values else { return false }
        measured[object] = own
        open.remove(object)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let child = children[next]
      if measured[child] != nil { continue }
      // An object that contains itself would expand without end.
      guard stack.count <= depth, open.insert(child).inserted else { return false }
      stack.append((child, 0, self.children(of: child)))
    }
    return true
  }

  /// Returns the numbers of the objects in an array, set or dictionary, or none for other kinds and for a malformed length.
  /// Skips references to objects that do not exist.
  private func children(of object: Int) -> [Int] {
    guard let offset = Self.number(bytes, table + object * offsetSize, offsetSize), offset < bytes.count
    else { return [] }
    let kind = bytes[offset] >> 4
    guard (0xA...0xD).contains(kind) else { return [] }
    var (length, place) = (Int(bytes[offset] & 0xF), offset + 1)
    if length == 0xF {
      guard place < bytes.count, bytes[place] >> 4 == 1 else { return [] }
      let size = 1 << Int(bytes[place] & 0xF)
      guard size <= 8, let number = Self.number(bytes, place + 1, size) else { return [] }
      (length, place) = (number, place + 1 + size)
    }
    guard length <= bytes.count / referenceSize else { return [] }
    let references = kind == 0xD ? 2 * length : length
    return (0..<references).compactMap { index in
      Self.number(bytes, place + index * referenceSize, referenceSize).flatMap { $0 < count ? $0 : nil }
    }
  }

  /// Reads a big-endian number. Returns nil if it reaches beyond the end or does not fit an `Int`.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    guard start >= 0, start <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }
}
