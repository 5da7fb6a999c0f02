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
      return try document.elements(of: index) { try document.decode(Element.self, at: $0) }
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
    result.reserveCapacity(document.memberCount(of: index))
    let mayRepeat = document[index].has(Node.needsIndex)
    try document.forEachMember(of: index) { key, value in
      let name = try document.string(at: key)
      guard mayRepeat, result.index(forKey: name) != nil else {
        result.updateValue(try document.decode(Value.self, at: value), forKey: name)
        return
      }
      // The first of repeated keys counts. Foundation decodes the others too if keys have a style, and throws their errors.
      if !document.keysAsDeclared { _ = try document.decode(Value.self, at: value) }
    }
    return result
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

  /// Reads the elements into the array's memory. To append one whose type is a parameter, the standard library looks up
  /// the type of the array.
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
