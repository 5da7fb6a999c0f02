/// The name of a call among all others: the same for its attempts and redirects, different for each call.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Makes an id that no other call has: 128 random bits, unless `generator` says otherwise.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// Makes an id that no other call has.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// The id as 32 hexadecimal digits.
  public var description: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
