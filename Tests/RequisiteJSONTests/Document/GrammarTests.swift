import Foundation
import RequisiteJSON
import Testing

/// Texts at the edges of the grammar, decoded as many types by both.
@Suite struct GrammarTests {
  static let texts: [String] = {
    var maker = DocumentMaker(random: Seeded(7))
    let numbers = (0..<400).map { _ in maker.number() } + (0..<100).map { _ in maker.integer() }
    let strings = (0..<400).map { _ in maker.string() }
    let structures = [
      "", " ", "\n", "[", "]", "{", "}", "[]", "{}", "[ ]", "{ }", "[1", "[1,", "[1,]", "[,1]", "[1,,2]",
      "[1 2]", "{\"a\"",
      "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}",
      "{1:2}", "nul", "null",
      "nulL", "true", "tru", "falsey", "false", "true false", "1 2", "[1]x", "\"", "\"a", "\"\\", "\"\\\"",
      "\"\\u", "\"\\u12",
      "\"\\u12\"4\"", "'a'", "// x\n1", "\u{feff}1", "\u{c}1", "\u{a0}1", "[\"a\\\"]", "{\"a\":1,\"a\":2}",
      "{\"a\":2,\"\\u0061\":1}",
      "{\"\":1}", "[[[]]]", "{\"a\":{\"a\":{}}}", "-", "+1", ".5", "0x10", "NaN", "Infinity", "1_000", "--1",
      "1e", "1.e5", "[1.]",
      "[-]", "[\"\t\"]", "[\"\\x\"]", "{\"\\x\":1}", "{\"\\ud800\":1}",
    ]
    let nested = [511, 512, 513].flatMap { depth in
      [
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
        String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
      ]
    }
    return numbers + strings + structures + nested
  }()

  @Test("texts at the edges of the grammar decode as JSONDecoder decodes them", .feature("F21"))
  func decodesTheEdges() {
    for text in Self.texts {
      for text in [text, "[\(text)]", "{\"a\":\(text)}", " \(text)\n"] { compare(Data(text.utf8)) }
    }
  }

  @Test("A text cut anywhere, or with any byte in any place, decodes as JSONDecoder decodes it")
  func decodesEveryPrefix() {
    let text = Array("{\"a\":[1,-2.5e3,\"x\\u00e9\",true,null],\"ü\":{}}".utf8)
    for length in 0...text.count { compare(Data(text[..<length])) }
    for position in text.indices {
      for byte in Array("\0\t\n\u{1f} \"\\,:[]{}-+.05etnu/\u{7f}".utf8) + [
        0x80, 0xc3, 0xe3, 0xed, 0xf0, 0xff,
      ] {
        var changed = text
        changed[position] = byte
        compare(Data(changed))
      }
    }
  }

  /// `JSONDecoder` takes the mark of UTF-32, least significant byte first, for that of UTF-16.
  @Test("UTF-16 and UTF-32 are read in either order, with and without a mark")
  func decodesOtherEncodings() throws {
    let encodings: [String.Encoding] = [
      .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf16, .utf8,
    ]
    for text in ["[\"aü👩‍🚀\"]", "{\"a\":[1]}", "1", "\"x\""] {
      for encoding in encodings {
        guard let data = text.data(using: encoding) else { continue }
        compare(data)
      }
    }
    let marked = try #require("\u{feff}[1]".data(using: .utf32LittleEndian))
    #expect(try JSONCoding().decode([Int].self, from: marked) == [1])
    let broken: [UInt8] = [0xff, 0xfe, 0x5b, 0x00, 0x00, 0xd8]
    #expect(throws: DecodingError.self) { try JSONCoding().decode([Int].self, from: Data(broken)) }
  }

  @Test("A zero with an exponent is zero, which JSONDecoder refuses for a Double")
  func decodesZeroWithAnExponent() throws {
    #expect(try JSONCoding().decode([Double].self, from: Data("[0e5, -0E2, 0e0]".utf8)) == [0, 0, 0])
  }

  private func compare(_ data: Data) {
    compare(data, as: Int.self)
    compare(data, as: Double.self)
    compare(data, as: Float.self)
    compare(data, as: UInt64.self)
    compare(data, as: String.self)
    compare(data, as: Decimal.self)
    compare(data, as: Date.self)
    compare(data, as: URL.self)
    compare(data, as: [String?].self)
    compare(data, as: [[String: Int]].self)
    compare(data, as: [String: [Double]].self)
    compare(data, as: Int?.self)
  }

  private func compare<T: Decodable>(_ data: Data, as type: T.Type) {
    let ours = Outcome.of { "\(try JSONCoding().decode(type, from: data))" }
    let theirs = Outcome.of { "\(try JSONDecoder().decode(type, from: data))" }
    // Which of two entries of a dictionary is at fault first is chance.
    if type == [String: [Double]].self, Outcome.isError(ours), Outcome.isError(theirs) { return }
    if ours != theirs {
      Issue.record("\(type): \(String(decoding: data.prefix(200), as: UTF8.self))\n\(ours)\n\(theirs)")
    }
  }
}
