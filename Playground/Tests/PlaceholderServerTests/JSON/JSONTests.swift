import Foundation
import Testing

@testable import PlaceholderServer

@Suite struct JSONTests {
  @Test(
    "A JSON text is read and written unchanged, with the order of members and the digits of numbers",
    arguments: [
      "null", "true", "-0.10e+2", "\"\"", "[]", "{}", #""a\"\\\n\u0001é🌱""#,
      "{\n  \"z\": 1,\n  \"a\": [\n    2,\n    {\n      \"m\": false\n    }\n  ]\n}",
    ])
  func roundTrip(text: String) throws {
    #expect(try JSON(parsing: Data(text.utf8)).text == text)
  }

  @Test("Escapes are decoded, surrogate pairs included")
  func escapes() throws {
    #expect(try JSON(parsing: Data(#"" \u00e9\ud83c\udf31\/\t ""#.utf8)) == " é🌱/\t ")
  }

  @Test(
    "A malformed text is refused",
    arguments: [
      "", "{", "[1,]", #"{"a":1,}"#, "01", "1 2", "nul", #""\x""#, #""\ud83c""#, "{\"a\" 1}", "\"a\nb\"",
      #"{"a":1"#, "+1", #""\u12"#,
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try JSON(parsing: Data(text.utf8)) }
  }

  @Test("The depth of nesting is limited, so no text overflows the stack")
  func depth() throws {
    let nested = { (depth: Int) in
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSON(parsing: nested(512)) }
    #expect(throws: DecodingError.self) { try JSON(parsing: nested(513)) }
    #expect(throws: DecodingError.self) { try JSON(parsing: nested(1_000_000)) }
  }

  @Test("Malformed UTF-8 is refused")
  func encoding() {
    #expect(throws: DecodingError.self) { try JSON(parsing: Data([0x22, 0xFF, 0x22])) }
  }
}
