/// A value that is accessed only under its lock.
///
/// `@unchecked Sendable` because the compiler cannot see that `mutex` guards every access to `value`: the value is
/// private and only `withLock` accesses it. (`Mutex` needs macOS 15, and `NSLock` is an additional object to
/// allocate and to go through.)
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: consuming Value) {
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
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Locked<Int> {
  /// Adds one and returns the sum: 1 for the first call if the value starts at 0.
  func next() -> Int {
    withLock { value in
      value += 1
      return value
    }
  }
}
