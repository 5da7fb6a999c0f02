/// Random bits of the system's cryptographically secure generator.
package enum SystemRandomness {
  #if os(Linux) && !REQUISITE_STAND_INS
    private static let supply = Locked(Supply())

    /// Returns 128 bits. The system is called for the bits of 16 calls at once.
    package static func bits() -> (UInt64, UInt64) {
      let generation = ForkGeneration.current
      return supply.withLockIfAvailable { $0.next(in: generation) } ?? fetch(in: generation)
    }

    /// Fetches bits for this call and the next ones. Not under the lock, which a thread that the system interrupts would keep
    /// from the others.
    private static func fetch(in generation: UInt32) -> (UInt64, UInt64) {
      guard var fresh = Supply(in: generation), let bits = fresh.next(in: generation) else {
        return generated()
      }
      _ = supply.withLockIfAvailable { [fresh] in $0 = fresh }
      return bits
    }
  #else
    /// Returns 128 bits.
    package static func bits() -> (UInt64, UInt64) { generated() }
  #endif

  private static func generated() -> (UInt64, UInt64) {
    var generator = SystemRandomNumberGenerator()
    return (generator.next(), generator.next())
  }
}

#if os(Linux) && !REQUISITE_STAND_INS
  /// Bits for the next calls. A forked process does not use those of its parent.
  private struct Supply: Sendable {
    private var words: [UInt64] = []
    private var generation: UInt32 = 0

    init() {}

    /// Fetches bits from the system. Returns nil if it has none.
    init?(in generation: UInt32) {
      self.generation = generation
      // getentropy(3) returns at most 256 bytes.
      words = [UInt64](repeating: 0, count: 32)
      let code = words.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { getentropy($0, bytes.count) } ?? -1
      }
      guard code == 0 else { return nil }
    }

    /// Returns nil if the supply is empty, or that of a parent process.
    mutating func next(in generation: UInt32) -> (UInt64, UInt64)? {
      guard generation == self.generation, let high = words.popLast(), let low = words.popLast() else {
        return nil
      }
      return (high, low)
    }
  }
#endif
