/// The standard error of the process, for lines that the person who runs it should see.
enum StandardError {
  /// Writes one line. A failure is ignored, because there is no place to report it.
  static func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty, let count = send(rest) { rest = rest.dropFirst(count) }
    }
  }

  /// Returns the number of bytes that were written, or nil after a failure.
  private static func send(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    let count = systemWrite(STDERR_FILENO, UnsafeRawBufferPointer(rebasing: bytes))
    return count > 0 ? count : errno == EINTR ? 0 : nil
  }
}
