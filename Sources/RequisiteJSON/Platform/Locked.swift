/// A value that is accessed only under its lock.
///
/// `@unchecked Sendable` because the compiler cannot see that `mutex` guards every access to `value`: only `withLock`
/// accesses it. (`Mutex` needs macOS 15, and `NSLock` is an additional object to allocate and to go through.)
///
/// The functions are inlinable, because the HTTP library calls them from another module, for every chunk of a body.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // Not recursive: two accesses at a time would be a deadlock.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable package init(_ value: consuming Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value while the lock is held. The lock is not recursive.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
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
