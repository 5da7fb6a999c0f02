import Foundation
import Testing

@testable import RequisiteJSON

@Suite("A JSON value") struct JSONValueTests {
  @Test(
    "keeps the order of members and the digits of numbers, through decoding and encoding", .feature("F41"))
  func order() throws {
    let text =
      #"{"b":[1.50,-0e+2,{}],"a":null,"big":18446744073709551615,"c":[true,"é\n",[]],"d":0.10000000000000000001}"#
    let value = try JSONValue(json: text)
    #expect("\(value)" == text)
    #expect(try JSONCoding().decode(JSONValue.self, from: Data(text.utf8)) == value)
    #expect(String(decoding: try JSONCoding().encode(["x": value]), as: UTF8.self) == #"{"x":\#(text)}"#)
    #expect(value["b"]?[0]?.double == 1.5)
    #expect(value["big"]?.int == nil)
    guard case .number(let big) = value["big"] else { return #expect(Bool(false)) }
    #expect(big.text == "18446744073709551615" && big.decimal == Decimal(UInt64.max))
  }

  @Test("is a property of any kind, next to typed ones, in the order of the text", .feature("F41"))
  func property() throws {
    struct Call: Codable, Equatable {
      var name: String
      var input: JSONValue
      var note: JSONValue?
    }
    let coding = JSONCoding(keys: .snakeCase)
    let text = #"{"name":"weather","input":{"cityName":"Oslo","daysAhead":2}}"#
    let call = try coding.decode(Call.self, from: Data(text.utf8))
    #expect(call.input["cityName"]?.string == "Oslo")
    #expect(call.input["daysAhead"]?.int == 2)
    #expect(call.input["other"] == nil && call.note == nil)
    #expect(String(decoding: try coding.encode(call), as: UTF8.self) == text)
    struct Place: Codable, Equatable { var cityName: String }
    #expect(try call.input.decoded(as: Place.self) == Place(cityName: "Oslo"))
    #expect(try JSONValue(encoding: Place(cityName: "Oslo")) == ["cityName": "Oslo"])
  }

  @Test("is equal to another that means the same, and so is its hash")
  func equality() throws {
    let pairs: [(String, String)] = [
      ("1", "1.0"), ("100", "1e2"), ("-0", "0"), ("0.10", "1E-1"), ("12300e-2", "123"),
      (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#), ("1e400", "10e399"),
    ]
    for (one, other) in pairs {
      let values = try (JSONValue(json: one), JSONValue(json: other))
      #expect(values.0 == values.1)
      #expect(values.0.hashValue == values.1.hashValue)
    }
    for (one, other) in [
      ("1", "-1"), ("1", "10"), ("0.1", "0.01"), ("null", "false"), ("\"1\"", "1"), ("[1]", "[1,1]"),
    ] {
      #expect(try JSONValue(json: one) != JSONValue(json: other))
    }
  }

  @Test("is made of literals of all kinds", .feature("F41"))
  func literals() {
    let value: JSONValue = [
      "none": nil, "yes": true, "n": 7, "x": 0.5, "s": "t\(1)", "list": [1, nil], "o": [:],
    ]
    #expect(
      "\(value)" == #"{"none":null,"yes":true,"n":7,"x":0.5,"s":"t1","list":[1,null],"o":{}}"#)
    #expect(value["none"]?.isNull == true && value["yes"]?.bool == true && value["n"]?.int == 7)
    #expect(value["list"]?.array == [1, nil] && value["list"]?[2] == nil && value["s"]?["x"] == nil)
    let repeated: JSONValue = ["a": 1, "a": 2]
    #expect("\(repeated)" == #"{"a":1}"#)
  }

  @Test("members are set in place, added at the end and removed")
  func changes() {
    var value: JSONValue = ["a": 1, "b": 2]
    value["a"] = "x"
    value["c"] = nil
    value["d"] = .null
    value["b"] = nil
    #expect("\(value)" == #"{"a":"x","d":null}"#)
    value["e"] = ["f": 1]
    value["e"]?["f"] = 2
    #expect(value["e"] == ["f": 2])
  }

  @Test("is read and written by other coders, without the order")
  func foundation() throws {
    let text = #"{"a":[1,0.5,true,null,"x"],"b":{"c":18446744073709551615}}"#
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(value == (try JSONValue(json: text)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
    #expect(String(decoding: try encoder.encode(["aB": value["b"]]), as: UTF8.self).contains(#""aB""#))
  }

  @Test("is refused as text if it is malformed, nested too deeply, or not a number")
  func refused() throws {
    for text in ["", "[1,]", "{\"a\":}", String(repeating: "[", count: 600), "01"] {
      #expect(throws: DecodingError.self) { try JSONValue(json: text) }
    }
    #expect(throws: EncodingError.self) { try JSONCoding().encode(JSONValue.double(.nan)) }
    #expect("\(JSONValue.double(.nan))" == "(not JSON)")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSONValue.double(.infinity)]) }
    let deep = (0..<600).reduce(JSONValue.null) { value, _ in [value] }
    #expect(throws: EncodingError.self) { try JSONCoding().encode(deep) }
    let whole = (0..<511).reduce(JSONValue.null) { value, _ in [value] }
    #expect(try JSONValue(json: JSONCoding().encode(whole)) == whole)
    #expect(throws: EncodingError.self) { try JSONCoding().encode([whole]) }
  }

  @Test("thousands of repeated keys take no time in proportion to their square")
  func many() throws {
    let members = (0..<50_000).map { #""\#($0)":\#($0)"# }.joined(separator: ",")
    let value = try JSONValue(json: "{\(members),\(members)}")
    #expect(value.object?.count == 50_000)
    #expect(value == (try JSONValue(json: "{\(members)}")))
  }
}
