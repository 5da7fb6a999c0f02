import Foundation

extension Process {
  /// Ends the process for sure.
  ///
  /// `terminate()` does not: a child inherits the signals that its parent's thread blocks, and the threads of
  /// Dispatch block SIGTERM.
  func kill() {
    guard isRunning else { return }
    _ = Foundation.kill(processIdentifier, SIGKILL)
  }
}
