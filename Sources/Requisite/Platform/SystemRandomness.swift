/// Random bits of the system's cryptographically secure generator.
enum SystemRandomness {
  #if os(Linux) && !REQUISITE_STAND_INS
    /// Returns 128 bits, by one system call: `SystemRandomNumberGenerator` makes one for each 64 bits.
    static func bits() -> (UInt64, UInt64) {
      var bits: (UInt64, UInt64) = (0, 0)
      let code = withUnsafeMutableBytes(of: &bits) { bytes in
        bytes.baseAddress.map { getentropy($0, bytes.count) } ?? -1
      }
      return code == 0 ? bits : generated()
    }
  #else
    /// Returns 128 bits.
    static func bits() -> (UInt64, UInt64) { generated() }
  #endif

  private static func generated() -> (UInt64, UInt64) {
    var generator = SystemRandomNumberGenerator()
    return (generator.next(), generator.next())
  }
}
