import Foundation
import Testing

@testable import RequisiteJSON

@Suite("A JSON element") struct ElementTests {
  @Test("keeps the order of members, the first of repeated keys, and the digits of numbers")
  func content() throws {
    let text = #" {"b":[1.50,-0e+2,{}],"a":null,"b":"\u00e9\n","c":[true,false,[],"\u00e9\n"]} "#
    let expected = #"{"b":[1.50,-0e+2,{}],"a":null,"c":[true,false,[],"é\n"]}"#
    #expect(try JSONValue(json: text).description == expected)
    #expect(try JSONCoding().decode(JSONValue.self, from: text).description == expected)
  }

  @Test(
    "refuses text that RFC 8259 does not allow",
    arguments: [
      "", "[1,]", #"{"a":1,}"#, "[01]", "[+1]", #"["\x"]"#, #"["\ud800"]"#, "[\"\n\"]", "[1] 2", "[nul]",
      #"{"a":1,"\x":2}"#,
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try JSONValue(json: text) }
  }

  @Test("has the text of each array and object")
  func places() throws {
    let text =
      #" [ 12 , "a\"]}" ,{"k" : [ [ {} ] ] , "b" : "]" } , [ ] , true,[[1,"}"] ],{"x":{"y":1 }  } ] "#
    let top = try JSONElement(Data(text.utf8))
    #expect(String(decoding: top.text, as: UTF8.self) == String(text.dropFirst().dropLast()))
    let found = try (0..<8).map {
      try top.container(at: "\($0)").map { String(decoding: $0.text, as: UTF8.self) }
    }
    #expect(
      found == [
        nil, nil, #"{"k" : [ [ {} ] ] , "b" : "]" }"#, "[ ]", nil, #"[[1,"}"] ]"#, #"{"x":{"y":1 }  }"#, nil,
      ])
    let inner = try top.container(at: "6")?.container(at: "x")
    #expect(inner.map { String(decoding: $0.text, as: UTF8.self) } == #"{"y":1 }"#)
  }

  @Test("nests 512 deep at most, and takes time in proportion to the text")
  func depth() throws {
    let nested = { (depth: Int) in
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(try JSONValue(json: nested(512)).description.count == 1_024)
    #expect(try JSONElement(nested(512)).text == nested(512))
    #expect(throws: DecodingError.self) { try JSONElement(nested(513)) }
    #expect(throws: DecodingError.self) { try JSONElement(nested(1_000_000)) }
  }

  private struct Item: Codable, Equatable { var createdAt: Int }

  @Test("a path selects a part, and nothing else is decoded")
  func parts() throws {
    let text = Data(#"{"data":{"items":[{"created_at":1},{"created_at":2}]},"bad":"\x","1":{"0":null}}"#.utf8)
    let json = JSONCoding(keys: .snakeCase)
    #expect(throws: DecodingError.self) { try json.decode([String: String].self, from: text) }
    #expect(try json.decode(Item.self, at: ["data", "items", "1"], from: text) == Item(createdAt: 2))
    #expect(try json.decode(Int.self, at: ["data", "items", "0", "createdAt"], from: text) == 1)
    #expect(try json.decode(Int?.self, at: ["1", "0"], from: text) == .some(nil))
    for path in [
      ["x"], ["data", "items", "2"], ["data", "items", "-1"], ["data", "items", "0", "createdAt", "x"],
    ] {
      #expect(try json.decode(Int.self, at: path, from: text) == nil)
    }
  }

  @Test("errors of a part have the coding path from the top")
  func partErrors() throws {
    let text = Data(#"{"data":[{"createdAt":"x"}]}"#.utf8)
    #expect { try JSONCoding().decode([Item].self, at: ["data"], from: text) } throws: { error in
      guard case DecodingError.typeMismatch(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["data", "Index 0", "createdAt"]
    }
  }
}
