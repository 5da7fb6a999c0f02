import Testing

@testable import Requisite

@Suite("JSON laid out for people")
struct JSONTextTests {
  @Test("JSON is indented, with its members in order")
  func indented() {
    let text = #"{"b":[1,{"x":"a, {b}"}],"a":{},"c":[]}"#
    let expected = """
      {
        "b": [
          1,
          {
            "x": "a, {b}"
          }
        ],
        "a": {},
        "c": []
      }
      """
    #expect(JSONText.indented(text, upTo: 1_000) == expected)
    #expect(JSONText.indented(text, upTo: 20) == "{\n  \"b\": [\n    1,\n  …")
    #expect(JSONText.indented(#"{"a":1,"a":2}"#, upTo: 99) == "{\n  \"a\": 1,\n  \"a\": 2\n}")
    #expect(JSONText.indented(#"{"a":1"#, upTo: 99) == nil)
    #expect(JSONText.indented(#""long text""#, upTo: 5) == "\"long…")
  }

  @Test("deeply nested JSON is indented to a limit, and beyond 512 levels unchanged")
  func depth() throws {
    for (open, close) in [("[", "]"), (#"{"a":["#, "]}")] {
      let deep = String(repeating: open, count: 256) + String(repeating: close, count: 256)
      let indented = try #require(JSONText.indented(deep, upTo: 4_096))
      #expect(indented.utf8.count < 4_096 + 100)
      #expect(JSONText.indented(String(repeating: open, count: 4_000), upTo: 4_096) == nil)
    }
  }
}
