/// A large value in memory of its own, so that whoever passes it on passes a pointer: an asynchronous call holds a
/// copy of its arguments and results at each of its stages, for as long as it waits.
///
/// It is a value all the same: changed while another holds it, it is copied first.
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

  /// Apart, so that the copy is not in the frame of whoever changes the value.
  @inline(never)
  private mutating func unshare() {
    storage = Storage(storage.value)
  }
}

/// `@unchecked Sendable` because `storage` is private and changed only where nobody else holds it.
extension CopyOnWrite: @unchecked Sendable where Value: Sendable {}
