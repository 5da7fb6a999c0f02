import RequisiteTesting

/// Random numbers that a seed determines, so that a failure can be repeated.
typealias SeededGenerator = SplitMix64

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
