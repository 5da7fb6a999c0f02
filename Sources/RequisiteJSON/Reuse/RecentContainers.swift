/// Keeps keyed containers of the last key types and reuses them once the program has released them.
///
/// Making a container costs two allocations and several look-ups of generic types, a third of the time that a small object
/// takes. A list of a thousand objects makes one container instead of a thousand. A container that is still referenced, as
/// in a tree of objects of one type, is not reused. The texts that follow one another share the containers.
struct RecentContainers<Owner: AnyObject> {
  private struct Entry {
    var key: ObjectIdentifier?
    /// The object that the keyed container refers to.
    var box: AnyObject?
    var place: ContainerPlace<Owner>?

    /// True if the program refers to the container.
    @inline(__always) var isUsed: Bool {
      mutating get { box != nil && !isKnownUniquelyReferenced(&box) }
    }

    /// Empties the entry if the program refers to the container, which then holds its owner.
    @inline(__always) mutating func releaseIfUsed() -> Bool {
      guard isUsed else { return false }
      place?.hold()
      self = Entry()
      return true
    }
  }

  private let entries = TypeTable(empty: Entry())

  func free() { entries.free() }

  /// Releases the containers that the program refers to. Called when decoding or encoding ends.
  ///
  /// - Returns: true if there were any.
  func releaseUsed() -> Bool {
    var wasUsed = false
    entries.forEach { if $0.pointee.releaseIfUsed() { wasUsed = true } }
    return wasUsed
  }

  /// True if the program refers to a container of the owner.
  func isUsed(by owner: Owner) -> Bool {
    var isUsed = false
    entries.forEach { entry in
      // In this order: the owner of a container that is not used may no longer exist.
      guard entry.pointee.isUsed, let place = entry.pointee.place else { return }
      if place.withOwner({ $0 === owner }) { isUsed = true }
    }
    return isUsed
  }

  /// Returns a container for a node of an owner: one that is free, or a new one, which is kept if `isKept`.
  ///
  /// - Parameter make: makes a container for a place. It is one reference to a box: see `KeyedBoxes`.
  @inline(__always)
  func container<Key: CodingKey, Container>(
    keyedBy key: Key.Type, for owner: Owner, at node: Int, isKept: Bool,
    _ make: (ContainerPlace<Owner>) -> Container
  ) -> Container {
    let id = ObjectIdentifier(key)
    let entry = entries.place(of: key) {
      $0.pointee.key == nil || $0.pointee.key == id && !$0.pointee.isUsed
    }
    if let entry, entry.pointee.key == id, let place = entry.pointee.place {
      place.move(to: owner, node: node)
      // An entry of the key type was made below, with a place of this type.
      return unsafeDowncast(place, to: PlaceOfContainer<Owner, Container>.self).container()
    }
    return self.make(key, in: entry, for: owner, at: node, isKept: isKept, make)
  }

  @inline(never) private func make<Key: CodingKey, Container>(
    _ key: Key.Type, in entry: UnsafeMutablePointer<Entry>?, for owner: Owner, at node: Int, isKept: Bool,
    _ make: (ContainerPlace<Owner>) -> Container
  ) -> Container {
    let place = PlaceOfContainer<Owner, Container>(owner, node: node, isHeld: !isKept)
    let container = make(place)
    if isKept {
      let entry = entry ?? entries.firstPlace(of: key)
      _ = entry.pointee.releaseIfUsed()
      let box = unsafeBitCast(container, to: AnyObject.self)
      place.setBox(box)
      entry.pointee = Entry(key: ObjectIdentifier(key), box: box, place: place)
    }
    return container
  }
}

/// Whether the keyed containers of the standard library are one reference to a box, as they have been since Swift 4.
/// Otherwise no container is reused.
enum KeyedBoxes {
  static let areReferences: Bool = {
    let reader = PlaceOfContainer<Document, Void>(Document(), node: 0, isHeld: true)
    let decoding = KeyedDecodingContainer(KeyedReader<JSONKey>(place: reader))
    let writer = PlaceOfContainer<Writer, Void>(Writer(session: EncodingSession()), node: 0, isHeld: true)
    let encoding = KeyedEncodingContainer(KeyedWriter<JSONKey>(place: writer))
    return isReference(decoding, to: "_KeyedDecodingContainerBox")
      && isReference(encoding, to: "_KeyedEncodingContainerBox")
  }()

  private static func isReference<Container>(_ container: Container, to name: String) -> Bool {
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
    let children = Mirror(reflecting: container).children
    guard children.count == 1, let box = children.first?.value else { return false }
    return "\(Swift.type(of: box))".hasPrefix(name)
  }
}
