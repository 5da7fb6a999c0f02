import Foundation
import RequisiteJSON
import Testing

/// Strings are read 32 bytes at a time: what stands at each place of those, and at the end of the text.
@Suite struct StringTests {
  /// Pieces that end the fast way of reading, each valid or not.
  private static let pieces: [[UInt8]] =
    [
      "\"", "\\", "\\\"", "\\\\", "\\/", "\\n", "\\u0041", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\u12",
      "\\x",
      "\u{1}", "\u{1f}", "\u{7f}", "é", "日", "😀", " ", "/",
    ].map { Array($0.utf8) } + [[0x80], [0xc3], [0xe3, 0x81], [0xff]]

  @Test(
    "A piece at each place of a string decodes as with JSONDecoder, with and without text after the string"
  )
  func decodesEachPlace() {
    for piece in Self.pieces {
      for before in 0...40 {
        for after in [0, 1, 7, 15, 16, 40] {
          let content =
            Array(repeating: UInt8(ascii: "a"), count: before) + piece + Array(repeating: 0x62, count: after)
          let string = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
          compare(string, as: String.self)
          compare(Array("[".utf8) + string + Array(",\"c\"]".utf8), as: [String].self)
        }
      }
    }
  }

  @Test("Two pieces in one string decode as JSONDecoder decodes them")
  func decodesPairs() {
    for first in Self.pieces {
      for second in Self.pieces {
        for distance in [0, 1, 14, 15, 16, 31] {
          let between = Array(repeating: UInt8(ascii: "a"), count: distance)
          compare(
            Array("{\"".utf8) + first + between + second + Array("\":\"x\"}".utf8), as: [String: String].self)
          compare(Array("[\"".utf8) + first + between + second + Array("\"]".utf8), as: [String].self)
        }
      }
    }
  }

  @Test(
    "Half of a surrogate pair is an error or, if the settings say so, U+FFFD, in values and in keys",
    arguments: [
      (#"\ud83d"#, "\u{fffd}"), (#"\ude00"#, "\u{fffd}"), (#"a\ud83db"#, "a\u{fffd}b"),
      (#"\ud83d\u0041"#, "\u{fffd}A"), (#"\ud83d\n"#, "\u{fffd}\n"), (#"\ude00\ud83d"#, "\u{fffd}\u{fffd}"),
      (#"\ud83d\ud83d\ude00"#, "\u{fffd}😀"), (#"é\ud83d\ude00\ud83d"#, "é😀\u{fffd}"),
    ])
  func replacesHalves(escaped: String, expected: String) throws {
    let text = Data(#"{"\#(escaped)":["\#(escaped)","next"]}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONCoding().decode([String: [String]].self, from: text) }
    let coding = JSONCoding(replacesHalfSurrogates: true)
    #expect(try coding.decode([String: [String]].self, from: text) == [expected: [expected, "next"]])
  }

  @Test("An escape without four digits is an error also after half of a surrogate pair that may be replaced")
  func refusesDigits() {
    for text in [#""\ud83d\u12""#, #""\ud83d\u00zz""#, #""\ud83d\x""#] {
      #expect(throws: DecodingError.self) {
        try JSONCoding(replacesHalfSurrogates: true).decode(String.self, from: Data(text.utf8))
      }
    }
  }

  @Test("A sequence of bytes beyond ASCII is a string exactly if it is UTF-8")
  func validatesSequences() throws {
    let coding = JSONCoding()
    for first in UInt8(0x7f)...0xff {
      for second: UInt8 in [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0] {
        for third: UInt8 in [0x41, 0x80, 0xbf, 0xc0] {
          for fourth: UInt8 in [0x42, 0x80, 0xbf, 0xc2] {
            let before = Array(repeating: UInt8(ascii: "a"), count: Int(first & 15))
            let bytes = before + [first, second, third, fourth]
            let expected = String(bytes: bytes, encoding: .utf8)
            for (escape, after) in [("", ""), ("\\n", "\n"), ("eight up", "eight up")] {
              let text = Data(Array("\"".utf8) + bytes + Array((escape + "\"").utf8))
              let string = try? coding.decode(String.self, from: text)
              #expect(string == expected.map { $0 + after }, "\(bytes)")
            }
          }
        }
      }
    }
  }

  @Test("A string of 16 MiB decodes, and so does what follows it")
  func decodesLong() throws {
    let long = String(repeating: "a", count: 1 << 24)
    let strings = try JSONCoding().decode([String].self, from: Data("[\"\(long)\",\"b\"]".utf8))
    // Compared outside of the expectation, which would print it.
    let isEqual = strings == [long, "b"]
    #expect(isEqual)
  }

  private func compare<T: Decodable>(_ bytes: [UInt8], as type: T.Type) {
    // A block of its own size: a read past its end is seen by the sanitizer.
    let data = Data(bytes)
    let ours = Outcome.of { "\(try JSONCoding().decode(type, from: data))" }
    let theirs = Outcome.of { "\(try JSONDecoder().decode(type, from: data))" }
    if ours != theirs { Issue.record("\(String(decoding: bytes, as: UTF8.self))\n\(ours)\n\(theirs)") }
  }
}
