/// The standard error of the process: lines for the person who runs it.
enum StandardError {
  /// Writes one line. There is nowhere to report that standard error is closed, so a failure is ignored.
  ///
  /// Not by `FileHandle.write(_:)`, which ends the process then.
  static func write(_ line: String) {
    do { try FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) } catch {}
  }
}
