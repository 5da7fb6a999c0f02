/// A large value on the heap, so that passing it copies only a pointer. An asynchronous call otherwise keeps a copy of
/// its arguments and results in each of its stages while it waits. It stands here, not in RequisitePlatform, because a call
/// took 4 to 16 % more CPU when it crossed the border of a module.
///
/// It has value semantics: a change first copies the storage if another copy shares it.
struct CopyOnWrite<Value> {
  private final class Storage {
    // Needs no check at run time: only the one copy that holds the storage changes it.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var storage: Storage

  init(_ value: Value) {
    storage = Storage(value)
  }

  var value: Value {
    get { storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { unshare() }
      yield &storage.value
    }
  }

  /// Copies the storage. A separate function, so that the copy is not in the frame of the caller that changes the value.
  @inline(never)
  private mutating func unshare() {
    storage = Storage(storage.value)
  }
}

/// `@unchecked Sendable` because `storage` is private and is changed only while no other copy shares it.
extension CopyOnWrite: @unchecked Sendable where Value: Sendable {}
