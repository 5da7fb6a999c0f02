/// The id of a call, which all of its attempts and redirects share.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Creates an id from 128 bits of `generator`.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// Creates an id from 128 random bits, so that no other call has it, in this process or another.
  ///
  /// The bits come from the system's cryptographically secure generator, because idempotency keys, trace ids and names
  /// of temporary files are derived from them: an id does not help to guess the next one.
  public init() {
    (high, low) = SystemRandomness.bits()
  }

  /// The id as 32 hexadecimal digits.
  public var description: String {
    Hexadecimal.encode(high) + Hexadecimal.encode(low)
  }
}
