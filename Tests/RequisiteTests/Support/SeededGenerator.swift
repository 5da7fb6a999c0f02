/// Random numbers that a seed determines (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension SeededGenerator {
  /// Characters that have a meaning somewhere in a URL, a header field or a form, and some that have none.
  static let awkward: [Unicode.Scalar] =
    Array(
      #"abcXYZ019 -._~!$&'()*+,;=:@/?#[]%"<>\^`{|}"#.unicodeScalars)
    + ["\t", "\u{7F}", "\u{301}", "é", "ß", "漢", "\u{200D}", "👩", "\u{1F3FD}", "\u{10FFFF}"]

  /// Text of such characters.
  mutating func text(
    _ length: ClosedRange<Int>, of scalars: [Unicode.Scalar] = SeededGenerator.awkward
  ) -> String {
    var text = ""
    for _ in 0..<Int.random(in: length, using: &self) {
      text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &self)])
    }
    return text
  }

  /// Bytes of any kind.
  mutating func bytes(_ length: ClosedRange<Int>) -> [UInt8] {
    (0..<Int.random(in: length, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
  mutating func chance(_ one: Int) -> Bool { index(below: one) == 0 }
}
