/// A large value on the heap, so that passing it copies only a pointer. An asynchronous call otherwise keeps a copy of
/// its arguments and results in each of its stages while it waits.
///
/// It has value semantics: a change first copies the storage if another copy shares it.
package struct CopyOnWrite<Value> {
  @usableFromInline final class Storage {
    // Needs no check at run time: only the one copy that holds the storage changes it.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable init(_ value: Value) {
      self.value = value
    }
  }

  @usableFromInline var storage: Storage

  @inlinable package init(_ value: Value) {
    storage = Storage(value)
  }

  @inlinable package var value: Value {
    get { storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { unshare() }
      yield &storage.value
    }
  }

  /// Copies the storage. A separate function, so that the copy is not in the frame of the caller that changes the value.
  @inline(never)
  @usableFromInline mutating func unshare() {
    storage = Storage(storage.value)
  }
}

/// `@unchecked Sendable` because `storage` is known only here and is changed only while no other copy shares it.
extension CopyOnWrite: @unchecked Sendable where Value: Sendable {}
