/// The standard error of the process: lines for the person who runs it.
enum StandardError {
  /// Prints one line. A failure to print it is ignored.
  static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
