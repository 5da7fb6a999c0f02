import Foundation
import Testing

@testable import RequisiteJSON

@Suite("A JSON element") struct ElementTests {
  private func outline(_ element: JSONElement) throws -> String {
    switch try element.content() {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let digits): digits
    case .string(let text): "‹\(text)›"
    case .array(let elements): "[\(try elements.map(outline).joined(separator: " "))]"
    case .object(let members):
      "{\(try members.map { "\($0.key)=\(try outline($0.value))" }.joined(separator: " "))}"
    }
  }

  @Test("keeps the order of members, repeated keys, and the digits of numbers")
  func content() throws {
    let text = #" {"b":[1.50,-0e+2,{}],"a":null,"b":"\u00e9\n","c":[true,false,[]]} "#
    #expect(
      try outline(JSONElement(Data(text.utf8))) == "{b=[1.50 -0e+2 {}] a=null b=‹é\n› c=[true false []]}")
  }

  @Test(
    "refuses text that RFC 8259 does not allow",
    arguments: [
      "", "[1,]", #"{"a":1,}"#, "[01]", "[+1]", #"["\x"]"#, #"["\ud800"]"#, "[\"\n\"]", "[1] 2", "[nul]",
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try outline(JSONElement(Data(text.utf8))) }
  }

  @Test("knows the position of each value")
  func places() throws {
    let text = Array(#"[ 12 , "a\"]}" ,{"k" : [ [ {} , ] ] } , [ ] , true,null,"",{"x":{"y":1 } , } ]"#.utf8)
    let found = try text.withUnsafeBufferPointer { bytes -> [String] in
      let top = try JSONElement(bytes, isStrict: false)
      #expect(top.range == 0..<text.count)
      guard case .array(let elements) = try top.content() else { return [] }
      return elements.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }
    let expected = [
      "12", #""a\"]}""#, #"{"k" : [ [ {} , ] ] }"#, "[ ]", "true", "null", #""""#, #"{"x":{"y":1 } , }"#,
    ]
    #expect(found == expected)
  }

  @Test("nests 512 deep at most, and takes time in proportion to the text")
  func depth() throws {
    let nested = { (depth: Int) in
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(try outline(JSONElement(nested(512))).count == 1_024)
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
