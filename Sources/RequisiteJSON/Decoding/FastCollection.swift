/// A collection that is decoded from its nodes directly, without a container. Values and errors equal those of its own
/// `init(from:)`.
protocol FastCollection {
  static func make(at index: Int, of document: Document) throws -> Self
}

extension Array: FastCollection where Element: Decodable {
  static func make(at index: Int, of document: Document) throws -> [Element] {
    guard document[index].kind == Node.Kind.array else {
      throw document.nullOrMismatch([Any].self, at: index)
    }
    if let scalars = try document.scalars(Element.self, at: index) { return scalars }
    return try document.inside {
      document.entered = index
      return try document.values(of: index) { try document.decode(Element.self, at: $0) }
    }
  }
}

extension Dictionary: FastCollection where Key == String, Value: Decodable {
  static func make(at index: Int, of document: Document) throws -> [String: Value] {
    guard document[index].kind == Node.Kind.object else {
      throw document.nullOrMismatch([String: Any].self, at: index)
    }
    document.markAsDictionary(index)
    try document.checkKeys(of: index)
    var result: [String: Value] = [:]
    var room = Room(for: document.memberCount(of: index), stride: MemoryLayout<(String, Value)>.stride)
    result.reserveCapacity(room.count)
    let mayRepeat = document[index].has(Node.needsIndex)
    try document.forEachMember(of: index) { key, value in
      let name = try document.string(at: key)
      guard mayRepeat, result.index(forKey: name) != nil else {
        if result.count == room.count, room.grow() { result.reserveCapacity(room.count) }
        result.updateValue(try document.decode(Value.self, at: value), forKey: name)
        return
      }
      // The first of repeated keys counts. Foundation decodes the others too if keys have a style, and throws their errors.
      if !document.keysAsDeclared { _ = try document.decode(Value.self, at: value) }
    }
    return result
  }
}

/// How many values a collection has room for while it is decoded.
///
/// The number of values in a text proves nothing: each may take two bytes there and thousands in memory, and the first may
/// be the wrong one. So there is room for 32 KiB at first, for a MiB when that many were decoded, and for twice as many
/// whenever it is full.
struct Room {
  /// The bytes that are reserved before anything is decoded.
  static let first = 32 << 10
  private static let second = 1 << 20

  private(set) var count: Int
  private let total: Int
  private let stride: Int

  /// - Parameter total: The number of values in the text.
  @inline(__always) init(for total: Int, stride: Int) {
    self.total = total
    self.stride = max(1, stride)
    // Not in `Int`, which has 32 bits on a watch.
    let isSmall = UInt64(total) * UInt64(stride) <= UInt64(Self.first)
    count = isSmall ? total : max(1, Self.first / self.stride)
  }

  /// True if there is room for all values.
  var isWhole: Bool { count == total }

  /// Makes more room, after it was filled. Returns false if there was room for all values.
  @inline(never) mutating func grow() -> Bool {
    guard !isWhole else { return false }
    count = min(total, max(2 * count, Self.second / stride))
    return true
  }
}

extension Array {
  /// Creates an array whose elements `body` writes into its memory.
  ///
  /// The initializer of the standard library writes to the storage of the result, and all empty arrays of the process
  /// share theirs: without room for an element, `body` is not called.
  @inline(__always) init(
    writingAtMost capacity: Int,
    _ body: (inout UnsafeMutableBufferPointer<Element>, inout Int) throws -> Void
  ) rethrows {
    self = capacity > 0 ? try Self(unsafeUninitializedCapacity: capacity, initializingWith: body) : []
  }
}

extension Document {
  /// Decodes an array of strings or numbers. Returns nil for other element types.
  @inline(__always) fileprivate func scalars<Element>(_ type: Element.Type, at index: Int) throws
    -> [Element]?
  {
    if type == String.self { return try cast(elements(of: index) { try text(at: $0) }) }
    if type == Int.self { return try cast(elements(of: index) { try integer(Int.self, at: $0) }) }
    if type == Double.self { return try cast(elements(of: index) { try double(at: $0) }) }
    return nil
  }

  /// Reads values of any size, for which the room grows with those that were decoded.
  @inline(__always) func values<T>(of array: Int, _ read: (Int) throws -> T) throws -> [T] {
    let room = Room(for: memberCount(of: array), stride: MemoryLayout<T>.stride)
    return try room.isWhole ? elements(of: array, read) : manyValues(of: array, room, read)
  }

  /// Reads values into memory of their own until there is room for all, and then into the array's.
  @inline(never) private func manyValues<T>(
    of array: Int, _ room: Room, _ read: (Int) throws -> T
  ) throws -> [T] {
    let limit = limit(of: array)
    var (room, element, filled) = (room, array &+ 2, 0)
    var memory = ValueMemory<T>(for: room.count, of: self)
    defer { memory.end(holding: filled) }
    repeat {
      if filled > 0 { memory.move(filled, to: ValueMemory(for: room.count, of: self)) }
      while filled < room.count {
        (memory.values + filled).initialize(to: try read(element))
        filled &+= 1
        element = after(element)
      }
    } while room.grow() && !room.isWhole
    return try [T](writingAtMost: memberCount(of: array)) { elements, count in
      let decoded = UnsafeMutableBufferPointer(start: memory.values, count: filled)
      (count, filled) = (elements.moveInitialize(fromContentsOf: decoded), 0)
      while element < limit {
        elements.initializeElement(at: count, to: try read(element))
        count &+= 1
        element = after(element)
      }
    }
  }

  /// Reads the elements into the array's memory, which has room for all: for strings and numbers, that is twice the memory of
  /// their nodes at most. To append one whose type is a parameter, the standard library looks up the type of the array.
  @inline(__always) fileprivate func elements<T>(of array: Int, _ read: (Int) throws -> T) throws -> [T] {
    let limit = limit(of: array)
    return try [T](writingAtMost: memberCount(of: array)) { elements, count in
      var element = array &+ 2
      while element < limit {
        elements.initializeElement(at: count, to: try read(element))
        count &+= 1
        element = after(element)
      }
    }
  }

  @inline(__always) private func cast<Value, Element>(_ value: [Value]) -> [Element] {
    unsafeBitCast(value, to: [Element].self)
  }
}

/// Memory for the first values of an array.
private struct ValueMemory<T> {
  private(set) var values: UnsafeMutablePointer<T>
  private let scratch: UnsafeMutableRawPointer?
  private let document: Document

  /// Takes the memory that the document keeps, if it is large enough and no other array uses it.
  init(for count: Int, of document: Document) {
    self.document = document
    let fits =
      count * MemoryLayout<T>.stride <= Room.first && MemoryLayout<T>.alignment <= Document.scratchAlignment
    scratch = fits ? document.takeScratch() : nil
    values = scratch?.bindMemory(to: T.self, capacity: count) ?? .allocate(capacity: count)
  }

  /// Moves values to other memory, which takes the place of this one.
  mutating func move(_ count: Int, to other: ValueMemory) {
    other.values.moveInitialize(from: values, count: count)
    end(holding: 0)
    self = other
  }

  func end(holding count: Int) {
    values.deinitialize(count: count)
    if let scratch { document.giveBack(scratch) } else { values.deallocate() }
  }
}
