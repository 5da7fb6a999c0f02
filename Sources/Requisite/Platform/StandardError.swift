/// The standard error of the process, for lines that the person who runs it should see.
enum StandardError {
  /// Writes one line. A failure is ignored, because there is no place to report it.
  ///
  /// `FileHandle.write(_:)` would end the process if standard error is closed, so it is not used.
  static func write(_ line: String) {
    do { try FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) } catch {}
  }
}
