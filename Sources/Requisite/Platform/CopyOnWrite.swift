/// A large value on the heap, so that passing it passes a pointer: an asynchronous call holds a copy of its arguments and
/// results at each of its stages, for as long as it waits.
///
/// It has value semantics: a change copies the storage first if another copy shares it.
struct CopyOnWrite<Value> {
  private final class Storage {
    var value: Value

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

  /// A function of its own, so that the copy is not in the frame of the caller that changes the value.
  @inline(never)
  private mutating func unshare() {
    storage = Storage(storage.value)
  }
}

/// `@unchecked Sendable` because `storage` is private and changed only if no other copy shares it.
extension CopyOnWrite: @unchecked Sendable where Value: Sendable {}
