/// A value that is only ever touched under its lock.
///
/// `@unchecked Sendable` because the compiler cannot see that `lock` guards every access to `value`:
/// the value is private, and `withLock` is the only way to it. (`Mutex` would need macOS 15.)
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: consuming Value) {
    self.value = value
  }

  /// Runs `body` with the value while the lock is held. The lock is not recursive.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
