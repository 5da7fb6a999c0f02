/// The object that a keyed container reads.
///
/// A container that is kept for reuse must not keep its document. So the reference is not counted, unless the object is a
/// holder. The document lives while the container is used all the same: until decoding ends, the call that decodes holds
/// the document. A container that may be used later, because something refers to it when it leaves the cache or because
/// decoding has ended, has a holder.
final class ObjectInDocument {
  private let reference: Unmanaged<Document>
  @exclusivity(unchecked) private var holder: Document?
  @exclusivity(unchecked) fileprivate(set) var node: Int

  fileprivate init(document: Document, node: Int, isHolder: Bool) {
    reference = .passUnretained(document)
    holder = isHolder ? document : nil
    self.node = node
  }

  @inline(__always) var document: Document { reference.takeUnretainedValue() }

  fileprivate func hold() { holder = document }
}

/// Keeps the last keyed container of each key type and reuses it once the program has released it.
///
/// Making a container costs an allocation and three look-ups of generic types, a third of the time that a small object
/// takes. A list of a thousand objects makes one container instead of a thousand. A container that is still referenced,
/// as in a tree of objects of one type, is not reused. A key type has two places, so that two types whose addresses have
/// the same hash do not drive each other out. The texts that a document reads one after another share them.
struct RecentContainers {
  private struct Entry {
    var key: ObjectIdentifier?
    /// The box that `KeyedDecodingContainer` refers to.
    var container: AnyObject?
    var object: ObjectInDocument?

    /// Returns the container for another object, if it is one of the key type and the program has released it.
    @inline(__always)
    mutating func container<Key: CodingKey>(
      keyedBy type: Key.Type, at node: Int
    ) -> KeyedDecodingContainer<Key>? {
      guard key == ObjectIdentifier(type), isKnownUniquelyReferenced(&container),
        let container, let object
      else { return nil }
      object.node = node
      return unsafeBitCast(container, to: KeyedDecodingContainer<Key>.self)
    }

    /// Empties the entry if the program still refers to the container, which then holds its document.
    @inline(__always) mutating func releaseIfUsed() {
      guard let object, !isKnownUniquelyReferenced(&container) else { return }
      object.hold()
      self = Entry()
    }
  }

  private static let size = 16
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  /// Releases the containers that the program still refers to. Called when decoding ends.
  func releaseUsed() {
    for index in 0..<Self.size { entries[index].releaseIfUsed() }
  }

  func free() {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  /// Returns a container for an object. The caller has called `prepareKeys(of:)`.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, at node: Int, of document: Document
  ) -> KeyedDecodingContainer<Key> {
    let places = ObjectIdentifier(type).places
    let (first, second) = (entries + places.first, entries + places.second)
    if let container = first.pointee.container(keyedBy: type, at: node) { return container }
    if let container = second.pointee.container(keyedBy: type, at: node) { return container }
    let isTaken = first.pointee.key != nil && second.pointee.key == nil
    return make(type, at: node, of: document, for: isTaken ? second : first)
  }

  @inline(never) private func make<Key: CodingKey>(
    _ type: Key.Type, at node: Int, of document: Document, for entry: UnsafeMutablePointer<Entry>
  ) -> KeyedDecodingContainer<Key> {
    let isKept = !document.isRead && Self.containersAreReferences
    let object = ObjectInDocument(document: document, node: node, isHolder: !isKept)
    let container = KeyedDecodingContainer(KeyedReader<Key>(object: object))
    if isKept {
      entry.pointee.releaseIfUsed()
      let reference = unsafeBitCast(container, to: AnyObject.self)
      entry.pointee = Entry(key: ObjectIdentifier(type), container: reference, object: object)
    }
    return container
  }

  /// True if `KeyedDecodingContainer` is one reference to the standard library's box, as it has been since Swift 4.
  /// Otherwise no container is reused.
  private static let containersAreReferences: Bool = {
    guard MemoryLayout<KeyedDecodingContainer<JSONKey>>.size == MemoryLayout<AnyObject>.size else {
      return false
    }
    let object = ObjectInDocument(document: Document(), node: 0, isHolder: true)
    let reader = KeyedReader<JSONKey>(object: object)
    let children = Mirror(reflecting: KeyedDecodingContainer(reader)).children
    guard children.count == 1, let box = children.first?.value else { return false }
    return "\(Swift.type(of: box))".hasPrefix("_KeyedDecodingContainerBox")
  }()
}
