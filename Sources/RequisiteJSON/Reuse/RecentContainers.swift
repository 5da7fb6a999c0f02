/// Keeps keyed containers of the last key types and reuses them once the program has released them.
///
/// Making a container costs two allocations and several look-ups of generic types, a third of the time that a small object
/// takes. A list of a thousand objects makes one container instead of a thousand. A container that is still referenced, as
/// in a tree of objects of one type, is not reused. The texts that follow one another share the containers.
struct RecentContainers<Owner: AnyObject> {
  fileprivate struct Entry {
    var key: ObjectIdentifier?
    /// The object that the keyed container refers to.
    var box: AnyObject?
    var slot: ContainerSlot<Owner>?

    /// True if the program refers to the container.
    @inline(__always) var isUsed: Bool {
      mutating get { box != nil && !isKnownUniquelyReferenced(&box) }
    }

    /// Empties the entry if the program refers to the container, which then holds its owner.
    @inline(__always) mutating func releaseIfUsed() -> Bool {
      guard isUsed else { return false }
      slot?.hold()
      self = Entry()
      return true
    }
  }

  private let entries = TypeTable(empty: Entry())
  private var nested = Stack()

  func free() {
    entries.free()
    nested.free()
  }

  /// Releases the containers that the program refers to. Called when decoding or encoding ends.
  ///
  /// - Returns: true if there were any.
  func releaseUsed() -> Bool {
    var wasUsed = false
    forEach { if $0.pointee.releaseIfUsed() { wasUsed = true } }
    return wasUsed
  }

  /// True if the program refers to a container of the owner.
  func isUsed(by owner: Owner) -> Bool {
    var isUsed = false
    forEach { entry in
      // In this order: the owner of a container that is not used may no longer exist.
      guard entry.pointee.isUsed, let slot = entry.pointee.slot else { return }
      if slot.withOwner({ $0 === owner }) { isUsed = true }
    }
    return isUsed
  }

  private func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    entries.forEach(body)
    nested.forEach(body)
  }

  /// Returns a container for a node of an owner: one that is free, or a new one, which is kept if `isKept`.
  ///
  /// - Parameter make: makes a container for a slot. It is one reference to a box: see `KeyedBoxes`.
  @inline(__always)
  mutating func container<Key: CodingKey, Container>(
    keyedBy key: Key.Type, for owner: Owner, at node: Int, isKept: Bool,
    _ make: (ContainerSlot<Owner>) -> Container
  ) -> Container {
    let id = ObjectIdentifier(key)
    // A container that is not kept must hold its owner, which those that are reused do not.
    let entry = isKept ? slot(of: key, id) : nil
    if let entry, entry.pointee.key == id, let slot = entry.pointee.slot {
      slot.move(to: owner, node: node)
      // An entry of the key type was made below, with a slot of this type.
      return unsafeDowncast(slot, to: SlotOfContainer<Owner, Container>.self).container()
    }
    return self.make(key, in: entry, for: owner, at: node, isKept: isKept, make)
  }

  @inline(__always) private mutating func slot(of type: Any.Type, _ id: ObjectIdentifier)
    -> UnsafeMutablePointer<Entry>?
  {
    entries.slot(of: type) { $0.pointee.key == nil || $0.pointee.key == id && !$0.pointee.isUsed }
      ?? nested.slot()
  }

  @inline(never) private func make<Key: CodingKey, Container>(
    _ key: Key.Type, in entry: UnsafeMutablePointer<Entry>?, for owner: Owner, at node: Int, isKept: Bool,
    _ make: (ContainerSlot<Owner>) -> Container
  ) -> Container {
    let slot = SlotOfContainer<Owner, Container>(owner, node: node, isHeld: !isKept)
    let container = make(slot)
    if isKept {
      let entry = entry ?? entries.firstSlot(of: key)
      _ = entry.pointee.releaseIfUsed()
      let box = unsafeBitCast(container, to: AnyObject.self)
      slot.setBox(box)
      entry.pointee = Entry(key: ObjectIdentifier(key), box: box, slot: slot)
    }
    return container
  }
}

extension RecentContainers {
  /// Containers for more objects within one another than the table has slots for a type, outermost first.
  ///
  /// The program mostly releases them from the last to the first, so the first that is free is where the last search ended
  /// or before.
  fileprivate struct Stack {
    private static var size: Int { Scanner.deepest }
    private var slots: UnsafeMutablePointer<Entry>?
    private var used = 0
    /// The number of slots that were ever used.
    private var highest = 0

    func free() {
      slots?.deinitialize(count: Self.size)
      slots?.deallocate()
    }

    /// Returns a free slot, or nil if all are used.
    @inline(never) mutating func slot() -> UnsafeMutablePointer<Entry>? {
      let slots = self.slots ?? makeSlots()
      while used > 0, !slots[used - 1].isUsed { used -= 1 }
      while used < Self.size, slots[used].isUsed { used += 1 }
      guard used < Self.size else { return nil }
      used += 1
      highest = max(highest, used)
      return slots + (used - 1)
    }

    func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
      guard let slots else { return }
      for index in 0..<highest { body(slots + index) }
    }

    private mutating func makeSlots() -> UnsafeMutablePointer<Entry> {
      let slots = UnsafeMutablePointer<Entry>.allocate(capacity: Self.size)
      slots.initialize(repeating: Entry(), count: Self.size)
      self.slots = slots
      return slots
    }
  }
}

/// What a keyed container reads or writes: a node of a document, or a frame of a writer.
///
/// A container that is kept for reuse must not keep its owner, the document or the writer. So the reference is not counted,
/// unless the slot is held. The owner lives while the container is used all the same: until the call to decode or encode
/// ends, the call holds it. A slot is held if its container may be used later: because something refers to the container
/// when it leaves the cache, or because decoding has ended.
class ContainerSlot<Owner: AnyObject> {
  @exclusivity(unchecked) private final var reference: Unmanaged<Owner>
  @exclusivity(unchecked) private final var held: Owner?
  @exclusivity(unchecked) private(set) final var node: Int
  /// The order of the members that are read.
  @exclusivity(unchecked) final var order = MemberOrder()

  fileprivate init(_ owner: Owner, node: Int, isHeld: Bool) {
    reference = .passUnretained(owner)
    held = isHeld ? owner : nil
    self.node = node
  }

  deinit { order.free() }

  /// Calls `body` with the owner, whose references are not counted on the way: that takes longer than reading a number.
  @inline(__always) final func withOwner<R>(_ body: (Owner) throws -> R) rethrows -> R {
    try reference._withUnsafeGuaranteedRef { try body($0) }
  }

  @inline(__always) final func move(to owner: Owner, node: Int) {
    reference = .passUnretained(owner)
    self.node = node
    order.restart()
  }

  final func hold() { held = withOwner { $0 } }
}

/// A slot that knows its container and the container's type.
final class SlotOfContainer<Owner: AnyObject, Container>: ContainerSlot<Owner> {
  /// The object that the container refers to, which is not counted here.
  private var box: Unmanaged<AnyObject>?

  func setBox(_ box: AnyObject) { self.box = .passUnretained(box) }

  /// Returns the container that refers to the box. `setBox(_:)` comes first.
  ///
  /// Not inlined: here the metadata of `Container` is part of the class, while a caller would have to look it up, which
  /// takes as long as decoding several members.
  @inline(never) func container() -> Container { unsafeBitCast(box, to: Container.self) }
}

/// Whether the keyed containers of the standard library are one reference to a box, as they have been since Swift 4.
/// Otherwise no container is reused.
enum KeyedBoxes {
  static let areReferences: Bool = {
    let reader = SlotOfContainer<Document, Void>(Document(), node: 0, isHeld: true)
    let decoding = KeyedDecodingContainer(KeyedReader<JSONKey>(slot: reader))
    let writer = SlotOfContainer<Writer, Void>(Writer(session: EncodingSession()), node: 0, isHeld: true)
    let encoding = KeyedEncodingContainer(KeyedWriter<JSONKey>(slot: writer))
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
