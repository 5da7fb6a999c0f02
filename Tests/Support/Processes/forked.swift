#if os(Linux)
  import Foundation

  /// Calls `fork()`, which cannot be called by its name in Swift, because little may be done in the child.
  public func forked() throws -> pid_t {
    guard let symbol = dlsym(nil, "fork") else { throw POSIXError(.ENOSYS) }
    return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
  }
#endif
