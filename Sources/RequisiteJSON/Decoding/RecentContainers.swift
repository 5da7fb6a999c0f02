/// The object that a keyed container reads.
final class ObjectInDocument {
  let document: Document
  @exclusivity(unchecked) fileprivate(set) var node: Int

  init(document: Document, node: Int) {
    self.document = document
    self.node = node
  }
}

/// Keeps the last keyed container of each key type and reuses it once the program has released it.
///
/// Making a container costs an allocation and three look-ups of generic types, a third of the time that a small object
/// takes. A list of a thousand objects makes one container instead of a thousand. A container that is still referenced,
/// as in a tree of objects of one type, is not reused.
struct RecentContainers {
  private struct Entry {
    var key: ObjectIdentifier?
    /// The box that `KeyedDecodingContainer` refers to.
    var container: AnyObject?
    var object: ObjectInDocument?
  }

  private static let size = 16
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  /// Releases the containers. They refer to the document, so this is called before decoding ends.
  func forget() { entries.update(repeating: Entry(), count: Self.size) }

  func free() {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  /// Returns a container for an object. The caller has called `prepareKeys(of:)`.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, at node: Int, of document: Document
  ) -> KeyedDecodingContainer<Key> {
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    let entry = entries + Int((bits &* 0x9e37_79b9_7f4a_7c15) >> 60)
    if entry.pointee.key == ObjectIdentifier(type), isKnownUniquelyReferenced(&entry.pointee.container),
      let container = entry.pointee.container, let object = entry.pointee.object
    {
      object.node = node
      return unsafeBitCast(container, to: KeyedDecodingContainer<Key>.self)
    }
    return make(type, at: node, of: document, for: entry)
  }

  @inline(never) private func make<Key: CodingKey>(
    _ type: Key.Type, at node: Int, of document: Document, for entry: UnsafeMutablePointer<Entry>
  ) -> KeyedDecodingContainer<Key> {
    let object = ObjectInDocument(document: document, node: node)
    let container = KeyedDecodingContainer(KeyedReader<Key>(object: object))
    if !document.isRead, Self.containersAreReferences {
      let reference = unsafeBitCast(container, to: AnyObject.self)
      entry.pointee = Entry(key: ObjectIdentifier(type), container: reference, object: object)
    }
    return container
  }

  /// True if `KeyedDecodingContainer` is one reference to the standard library's box, as it has been since Swift 4.
  /// Otherwise no container is reused.
  private static let containersAreReferences: Bool = {
    guard MemoryLayout<KeyedDecodingContainer<JSONKey>>.size == MemoryLayout<AnyObject>.size,
      let document = try? "{}".utf8.withContiguousStorageIfAvailable({
        try Document($0, coding: JSONCoding())
      })
    else { return false }
    let reader = KeyedReader<JSONKey>(object: ObjectInDocument(document: document, node: 0))
    let children = Mirror(reflecting: KeyedDecodingContainer(reader)).children
    guard children.count == 1, let box = children.first?.value else { return false }
    return "\(Swift.type(of: box))".hasPrefix("_KeyedDecodingContainerBox")
  }()
}
