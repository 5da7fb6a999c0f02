/// The id of a call: the same for its attempts and redirects, different for each call.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Makes an id of 128 bits of `generator`.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// Makes an id that no other call has, in this process or another.
  ///
  /// Its 128 bits are the system's, fit for cryptography: idempotency keys, trace ids and names of temporary files are made
  /// of it, and no one who has seen one can guess the next.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// The id as 32 hexadecimal digits.
  public var description: String {
    Hexadecimal.encode(high) + Hexadecimal.encode(low)
  }
}
