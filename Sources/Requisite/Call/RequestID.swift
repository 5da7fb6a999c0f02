/// The name of a call among all others: the same for its attempts and redirects, different for each call.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Makes an id of 128 bits of `generator`.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// Makes an id that no other call has, in this process or another.
  public init() {
    self = RequestIDSource.shared.next()
  }

  /// The id as 32 hexadecimal digits.
  public var description: String {
    Hexadecimal.encode(high) + Hexadecimal.encode(low)
  }
}

/// Gives ids that begin at a random place and scatter from there: asking the system for randomness each time would
/// cost as much as building a request.
private final class RequestIDSource: Sendable {
  static let shared = RequestIDSource()

  private let generator = Locked(SplitMix64(seed: .random(in: 0 ... .max), step: .random(in: 0 ... .max)))

  func next() -> RequestID {
    generator.withLock { RequestID(using: &$0) }
  }
}

/// The generator SplitMix64 (Steele, Lea, Flood 2014): its numbers do not repeat before all have come.
private struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64
  private let step: UInt64

  init(seed: UInt64, step: UInt64) {
    state = seed
    self.step = step | 1
  }

  mutating func next() -> UInt64 {
    state &+= step
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
