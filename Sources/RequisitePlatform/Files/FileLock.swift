/// An exclusive lock on a file, which one holder in all processes has at a time.
///
/// Its file is created if it does not exist, and stays. The system ends the lock of a process that ends.
package final class FileLock: Sendable {
  private let file: PosixFile

  /// Waits until no other holder has the lock: call it on a ``BlockingQueue``. On a file system without locks, the lock
  /// excludes no one.
  package init(_ path: String) throws(FileFailure) {
    var file = try PosixFile(appendingTo: path)
    _ = file.lock(waiting: true)
    self.file = file
  }

  package func end() { file.unlock() }
}
