extension ContiguousBytes {
  /// Calls `body` as `withUnsafeBytes` does, and throws its error with its type.
  @inlinable
  package func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }.get()
  }
}
