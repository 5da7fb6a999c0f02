/// Random bits of the system's cryptographically secure generator.
enum SystemRandomness {
  #if os(Linux) && !REQUISITE_STAND_INS
    private static let supply = Locked(Supply())

    /// Returns 128 bits. The system is called for the bits of 16 calls at once.
    static func bits() -> (UInt64, UInt64) { supply.withLockIfFree { $0.next() } ?? generated() }
  #else
    /// Returns 128 bits.
    static func bits() -> (UInt64, UInt64) { generated() }
  #endif

  private static func generated() -> (UInt64, UInt64) {
    var generator = SystemRandomNumberGenerator()
    return (generator.next(), generator.next())
  }
}

#if os(Linux) && !REQUISITE_STAND_INS
  /// Bits for the next calls. A forked process does not use those of its parent.
  private struct Supply {
    private var words: [UInt64] = []
    private var process: pid_t = 0

    /// Returns nil if the system has no random bits.
    mutating func next() -> (UInt64, UInt64)? {
      if words.isEmpty || process != getpid() { fill() }
      guard let high = words.popLast(), let low = words.popLast() else { return nil }
      return (high, low)
    }

    private mutating func fill() {
      // getentropy(3) returns at most 256 bytes.
      words = [UInt64](repeating: 0, count: 32)
      let code = words.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { getentropy($0, bytes.count) } ?? -1
      }
      if code != 0 { words = [] }
      process = getpid()
    }
  }
#endif
