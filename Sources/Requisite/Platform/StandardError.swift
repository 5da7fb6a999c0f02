/// The standard error of the process, for what concerns whoever runs it: one line at a time.
enum StandardError {
  /// Prints one line. A failure to print it is ignored.
  static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
