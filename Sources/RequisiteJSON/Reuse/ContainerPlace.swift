/// What a keyed container reads or writes: a node of a document, or a frame of a writer.
///
/// A container that is kept for reuse must not keep its owner, the document or the writer. So the reference is not counted,
/// unless the place is held. The owner lives while the container is used all the same: until the call to decode or encode
/// ends, the call holds it. A place is held if its container may be used later: because something refers to the container
/// when it leaves the cache, or because decoding has ended.
class ContainerPlace<Owner: AnyObject> {
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

/// A place that knows its container and the container's type.
final class PlaceOfContainer<Owner: AnyObject, Container>: ContainerPlace<Owner> {
  /// The object that the container refers to, which is not counted here.
  private var box: Unmanaged<AnyObject>?

  override init(_ owner: Owner, node: Int, isHeld: Bool) {
    super.init(owner, node: node, isHeld: isHeld)
  }

  func setBox(_ box: AnyObject) { self.box = .passUnretained(box) }

  /// Returns the container that refers to the box. `setBox(_:)` comes first.
  ///
  /// Not inlined: here the metadata of `Container` is part of the class, while a caller would have to look it up, which
  /// takes as long as decoding several members.
  @inline(never) func container() -> Container { unsafeBitCast(box, to: Container.self) }
}
