/// A collection that is written directly, without a container.
protocol WritableCollection {
  func write(to writer: Writer, in frame: Int) throws
}

extension Array: WritableCollection where Element: Encodable {
  func write(to writer: Writer, in frame: Int) throws {
    writer.open(.array, serial: frame)
    if try writeScalars(to: writer) { return }
    let isList = Element.self == [Double].self
    // By address: for the iterator of elements whose type is a parameter, the standard library looks up seven types.
    try withUnsafeBufferPointer { elements in
      for index in 0..<elements.count {
        writer.beginElement()
        if isList, unsafeBitCast(elements[index], to: [Double].self).writeNumbers(to: writer) { continue }
        try writer.writeValue(elements[index], at: JSONKey(index: index))
      }
    }
  }

  /// Writes the elements if they are strings or numbers. Returns false for other elements.
  @inline(__always) private func writeScalars(to writer: Writer) throws -> Bool {
    if Element.self == Int.self {
      each(Int.self, writer) { value, _ in writer.output.append(integer: value) }
    } else if Element.self == String.self {
      each(String.self, writer) { value, _ in writer.write(value) }
    } else if Element.self == Double.self {
      try each(Double.self, writer) { value, index in try writer.write(value, at: JSONKey(index: index)) }
    } else {
      return false
    }
    return true
  }

  @inline(__always)
  private func each<Value>(_ type: Value.Type, _ writer: Writer, _ body: (Value, Int) throws -> Void) rethrows
  {
    let values = unsafeBitCast(self, to: [Value].self)
    for index in values.indices {
      if index > 0 { writer.output.append(UInt8(ascii: ",")) }
      try body(values[index], index)
    }
  }
}

extension [Double] {
  /// Writes a position in a list of coordinates, which has very many, without a frame and a path. Returns false if that is
  /// not possible.
  fileprivate func writeNumbers(to writer: Writer) -> Bool {
    guard writer.depth < Scanner.deepest - 1, allSatisfy(\.isFinite) else { return false }
    writer.output.append(UInt8(ascii: "["))
    for index in indices {
      if index > 0 { writer.output.append(UInt8(ascii: ",")) }
      writer.output.append(number: self[index])
    }
    writer.output.append(UInt8(ascii: "]"))
    return true
  }
}

extension Dictionary: WritableCollection where Key == String, Value: Encodable {
  func write(to writer: Writer, in frame: Int) throws {
    writer.open(.object, serial: frame)
    for (key, value) in self {
      writer.beginMember(key)
      try writer.writeValue(value, at: JSONKey(key))
    }
  }
}
