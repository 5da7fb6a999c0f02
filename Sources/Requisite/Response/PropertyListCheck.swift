/// Refuses property lists that nest deeper than Foundation's decoder can follow: it recurses for each level, and 100,000
/// nested arrays end the process. JSON has the same limit in Foundation.
enum PropertyListCheck {
  /// The levels of arrays and dictionaries that a document may have.
  static let deepest = 512
  /// The values that a binary property list may stand for: an object can be in it once and be named many times, and
  /// sixty small arrays can stand for more values than there is memory for.
  private static let mostValues = 10_000_000

  /// Checks a document before a `PropertyListDecoder` sees it; any other decoder is left alone.
  static func run(on data: Data, for decoder: any ResponseDecoder) throws {
    guard decoder is PropertyListDecoder else { return }
    let bytes = [UInt8](data)
    let isTooDeep =
      if bytes.starts(with: "bplist".utf8) {
        BinaryPropertyList(bytes).map { !$0.isWithin(depth: deepest, values: mostValues) } ?? true
      } else if bytes.contains(UInt8(ascii: "<")), !isOldStyle(bytes) {
        depthOfXML(bytes) > deepest
      } else {
        depthOfOldStyle(bytes) > deepest
      }
    guard isTooDeep else { return }
    let problem = "the property list is malformed, or nests deeper than \(deepest) levels"
    throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: problem))
  }

  /// Whether it begins with a bracket, as lists in the old style of NeXTSTEP do, in which `<` begins bytes.
  private static func isOldStyle(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { !TextValue.isSpace($0) && $0 < 0x80 && $0 != 0 }
    return first == UInt8(ascii: "(") || first == UInt8(ascii: "{")
  }

  /// The most elements that are open at a time. Comments and CDATA are counted as elements: a document of that kind is
  /// refused sooner, never later. NULs are skipped, for the text may be UTF-16.
  private static func depthOfXML(_ bytes: [UInt8]) -> Int {
    var (depth, deepest, previous, before) = (0, 0, UInt8(0), UInt8(0))
    for byte in bytes where byte != 0 {
      if previous == UInt8(ascii: "<") {
        if byte == UInt8(ascii: "/") {
          depth -= 1
        } else if byte != UInt8(ascii: "?"), byte != UInt8(ascii: "!") {
          depth += 1
        }
      } else if byte == UInt8(ascii: ">"), previous == UInt8(ascii: "/"), before != UInt8(ascii: "<") {
        depth -= 1
      }
      deepest = max(deepest, depth)
      (before, previous) = (previous, byte)
    }
    return deepest
  }

  /// The most brackets that are opened and not closed again; those in strings count as well.
  private static func depthOfOldStyle(_ bytes: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}

/// The objects of a binary property list and which of them are in which, as far as that takes to measure it.
private struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let top: Int
  private let table: Int

  /// nil where the trailer makes no sense.
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
      // An object that is in itself has no end.
      guard stack.count <= depth, open.insert(child).inserted else { return false }
      stack.append((child, 0, self.children(of: child)))
    }
    return true
  }

  /// The objects in an array, set or dictionary; none for other objects, and where it reaches beyond the end.
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

  /// A big-endian number; nil where it does not fit.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    guard start >= 0, start <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }
}
