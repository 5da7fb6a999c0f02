import Foundation
import Testing

@testable import PlaceholderServer

@Suite struct JSONTests {
  @Test(
    "What is read is written again, members in order and numbers as they stood",
    arguments: [
      "null", "true", "-0.10e+2", "\"\"", "[]", "{}", #""a\"\\\n\u0001é🌱""#,
      "{\n  \"z\": 1,\n  \"a\": [\n    2,\n    {\n      \"m\": false\n    }\n  ]\n}",
    ])
  func roundTrip(text: String) throws {
    #expect(try JSONParser.parse(Data(text.utf8)).text == text)
  }

  @Test("Escapes are decoded, surrogate pairs included")
  func escapes() throws {
    #expect(try JSONParser.parse(Data(#"" \u00e9\ud83c\udf31\/\t ""#.utf8)) == " é🌱/\t ")
  }

  @Test(
    "What is not JSON is refused where it goes wrong",
    arguments: [
      ("", 0), ("{", 1), ("[1,]", 3), ("01", 0), ("1 2", 2), ("nul", 0), (#""\x""#, 3), (#""\ud83c""#, 7),
      ("{\"a\" 1}", 5), ("\"a\nb\"", 2), (#"{"a":1"#, 6), ("+1", 0), (#""\u12"#, 3),
    ])
  func refused(text: String, offset: Int) {
    #expect { try JSONParser.parse(Data(text.utf8)) } throws: { ($0 as? JSONSyntaxError)?.offset == offset }
  }

  @Test("Nesting is bounded, so no text exhausts the stack")
  func depth() throws {
    let nested = { (depth: Int) in
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONParser.parse(nested(JSONParser.maximumDepth)) }
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(nested(1_000_000)) }
  }

  @Test("Bytes that are not UTF-8 are refused")
  func encoding() {
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Data([0x22, 0xFF, 0x22])) }
  }
}
