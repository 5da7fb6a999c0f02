import Foundation
import RequisiteJSON
import Testing

/// Texts damaged at random. Each is a value or an error, the same as with `JSONDecoder`.
///
/// Run by hand under AddressSanitizer, with more cases: see .ci/json-long-run.
@Suite struct FuzzTests {
  private struct Item: Codable, Equatable {
    var id: Int
    var name: String?
    var tags: [String]
    var sizes: [Double]
    var inner: [String: [Int?]]
  }

  private static let text =
    Array(
      #"[{"id":12,"name":"J\u00fcrgen \ud83d\ude00","tags":["a","日本"],"sizes":[1.5,-2e10,0.1],"inner":{"k":[1,null]}},"#
        .utf8)
    + Array(#" {"id":9007199254740993,"tags":[],"sizes":[],"inner":{},"other":{"deep":[[[{}]]]}}]"#.utf8)

  @Test("Damaged texts are values or errors, and do not end the process")
  func survivesDamage() {
    var random = Seeded(Differential.firstSeed)
    for _ in 0..<Differential.cases / 10 {
      var text = Self.text
      for _ in 0...random.below(3) { Self.damage(&text, &random) }
      // A block of its own size: a read past its end is seen by the sanitizer.
      let ours = Outcome.of { "\(try JSONCoding().decode([Item].self, from: Data(text)))" }
      let theirs = Outcome.of { "\(try JSONDecoder().decode([Item].self, from: Data(text)))" }
      guard ours != theirs, !(Outcome.isError(ours) && Outcome.isError(theirs)) else { continue }
      // Entries of a dictionary are printed in any order.
      guard ours.count != theirs.count else { continue }
      Issue.record("\(String(decoding: text, as: UTF8.self))\n\(ours)\n\(theirs)")
    }
  }

  private static func damage(_ text: inout [UInt8], _ random: inout Seeded) {
    guard !text.isEmpty else { return }
    let position = random.below(text.count)
    switch random.below(5) {
    case 0: text[position] = UInt8(truncatingIfNeeded: random.next())
    case 1: text.remove(at: position)
    case 2: text.insert(Array("\"\\{}[],:0-eu".utf8)[random.below(12)], at: position)
    case 3: text.removeLast(random.below(text.count))
    default:
      let end = min(text.count, position + random.below(20))
      text.insert(contentsOf: Array(text[position..<end]), at: random.below(text.count))
    }
  }
}
