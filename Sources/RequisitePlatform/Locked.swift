/// A value that is accessed only under its lock. Copies share the value.
///
/// `@unchecked Sendable` because the compiler cannot see that the mutex guards every access to the value: only `withLock`
/// accesses it. (`Mutex` needs macOS 15, and `NSLock` is an additional object to allocate and to go through.)
package struct Locked<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let storage: ManagedBuffer<pthread_mutex_t, Value>

  package init(_ value: consuming Value) {
    storage = LockedStorage.make(value)
  }

  /// Runs `body` with the value while the lock is held. The lock is not recursive.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { mutex, value throws(Failure) in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
}

extension Locked {
  /// Runs `body` if no one holds the lock, or else returns nil at once: also in a forked process, where a thread that does
  /// not exist may hold the lock forever.
  @inlinable
  package func withLockIfAvailable<Result>(_ body: (inout Value) -> Result?) -> Result? {
    storage.withUnsafeMutablePointers { mutex, value in
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return body(&value.pointee)
    }
  }
}

/// The mutex and the value of a ``Locked``, in one block of memory, whose addresses do not change.
final class LockedStorage<Value: ~Copyable>: ManagedBuffer<pthread_mutex_t, Value> {
  static func make(_ value: consuming Value) -> ManagedBuffer<pthread_mutex_t, Value> {
    let storage = create(minimumCapacity: 1) { _ in pthread_mutex_t() }
    storage.withUnsafeMutablePointerToHeader { _ = pthread_mutex_init($0, nil) }
    // Outside of the closure, which must not consume the value. `storage` keeps the memory alive.
    let element = storage.withUnsafeMutablePointerToElements { $0 }
    element.initialize(to: value)
    return storage
  }

  deinit {
    withUnsafeMutablePointers { mutex, value in
      value.deinitialize(count: 1)
      pthread_mutex_destroy(mutex)
    }
  }
}

extension Locked<Int> {
  /// Adds one and returns the sum: 1 for the first call if the value starts at 0.
  package func next() -> Int {
    withLock { value in
      value += 1
      return value
    }
  }
}
