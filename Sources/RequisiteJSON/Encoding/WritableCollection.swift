import Foundation

/// A collection that is written directly, without a container.
protocol WritableCollection {
  func write(to writer: Writer, in frame: Int) throws
}

extension Array: WritableCollection where Element: Encodable {
  func write(to writer: Writer, in frame: Int) throws {
    writer.open(.array, serial: frame)
    if try writeScalars(to: writer) { return }
    for (index, element) in enumerated() {
      writer.beginElement()
      try writer.writeValue(element, at: JSONKey(index: index))
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

extension Dictionary: WritableCollection where Key == String, Value: Encodable {
  func write(to writer: Writer, in frame: Int) throws {
    writer.open(.object, serial: frame)
    for (key, value) in self {
      writer.beginMember(key)
      try writer.writeValue(value, at: JSONKey(key))
    }
  }
}

/// How the most recent types are encoded. Looking up a conformance takes longer than writing a small array.
struct RecentWritableTypes {
  struct Entry {
    var type: ObjectIdentifier?
    var kind = KnownType.other
    var collection: (any WritableCollection.Type)?
  }

  private static let size = 16
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  func free() { entries.deallocate() }

  @inline(__always) func find<T: Encodable>(_ type: T.Type) -> Entry {
    let id = ObjectIdentifier(type)
    let bits = UInt(bitPattern: id)
    let slot = entries + Int((bits &* 0x9e37_79b9_7f4a_7c15) >> 60)
    if slot.pointee.type != id { slot.pointee = Self.examine(type, id) }
    return slot.pointee
  }

  @inline(never) private static func examine(_ type: any Encodable.Type, _ id: ObjectIdentifier) -> Entry {
    if let kind = KnownType(scalar: id) { return Entry(type: id, kind: kind) }
    guard GenericKind.mayBeCollection(type), let collection = type as? any WritableCollection.Type else {
      return Entry(type: id)
    }
    return Entry(type: id, kind: .collection, collection: collection)
  }
}
