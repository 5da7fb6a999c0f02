/// The standard error of the process, for lines that the person who runs it should see.
package enum StandardError {
  /// Writes one line. A failure is ignored, because there is no place to report it.
  package static func write(_ line: String) {
    do { try PosixFile.write(Data("\(line)\n".utf8), to: STDERR_FILENO, "standard error") } catch {}
  }
}
