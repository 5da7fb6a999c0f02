import Testing

@testable import Requisite

@Suite("QueryEncoder")
struct QueryEncoderTests {
  private struct Author: Encodable {
    var name = "Ann"
    var homeCity: String? = "Ulm"
  }

  private struct Filter: Encodable {
    enum Status: String, Encodable { case open, done }
    var zText = "a b"
    var page = 3
    var half = 0.5
    var done = true
    var missing: Int?
    var tags = ["x", "y"]
    var status = Status.open
    var states = [Status.done, .open]
    var author = Author()
  }

  private func text(_ value: some Encodable, _ encoder: QueryEncoder = QueryEncoder()) throws -> String {
    try encoder.encode(value).items.map { "\($0.name)=\($0.value ?? "-")" }.joined(separator: "&")
  }

  @Test("integers of 128 bits are written too, in queries and forms")
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func wide() throws {
    #expect(try text(["a": Int128.min]) == "a=-170141183460469231731687303715884105728")
    #expect(try FormEncoder().encode(["a": UInt128(7)]) == Data("a=7".utf8))
  }

  @Test("properties are written in the order of declaration in the default styles, and nil is skipped")
  func defaults() throws {
    #expect(
      try text(Filter())
        == "zText=a b&page=3&half=0.5&done=true&tags=x&tags=y&status=open&states=done&states=open"
        + "&author[name]=Ann&author[homeCity]=Ulm")
  }

  @Test(
    "arrays in each style",
    arguments: [
      (QueryEncoder.ArrayStyle.repeated, "ids=1&ids=2&none=0"), (.brackets, "ids[]=1&ids[]=2&none=0"),
      (.indexed, "ids[0]=1&ids[1]=2&none=0"), (.commaSeparated, "ids=1,2&none=0"),
    ])
  func arrays(style: QueryEncoder.ArrayStyle, expected: String) throws {
    struct Value: Encodable {
      let ids = [1, 2]
      let empty = [Int]()
      let none = 0
    }
    #expect(try text(Value(), QueryEncoder(arrays: style)) == expected)
  }

  @Test(
    "nil in an array is skipped, and the indices of other elements stay",
    arguments: [
      (QueryEncoder.ArrayStyle.repeated, "a=1&a=3"), (.brackets, "a[]=1&a[]=3"), (.indexed, "a[0]=1&a[2]=3"),
      (.commaSeparated, "a=1,3"),
    ])
  func nilInArrays(style: QueryEncoder.ArrayStyle, expected: String) throws {
    #expect(try text(["a": [1, nil, 3]], QueryEncoder(arrays: style)) == expected)
  }

  @Test("arrays of objects and of arrays, with indices")
  func deepArrays() throws {
    let encoder = QueryEncoder(arrays: .indexed)
    #expect(
      try text(["a": [Author(), Author(name: "Bo", homeCity: nil)]], encoder)
        == "a[0][name]=Ann&a[0][homeCity]=Ulm&a[1][name]=Bo")
    #expect(try text(["a": [[1, 2], [], [3]]], encoder) == "a[0][0]=1&a[0][1]=2&a[2][0]=3")
    let dots = QueryEncoder(arrays: .indexed, nesting: .dots)
    #expect(try text(["a": [Author(homeCity: nil)]], dots) == "a[0].name=Ann")
  }

  @Test("Booleans as words or numbers")
  func booleans() throws {
    let value = ["a": [true, false]]
    #expect(try text(value) == "a=true&a=false")
    #expect(try text(value, QueryEncoder(booleans: .numbers)) == "a=1&a=0")
  }

  @Test(
    "dates in each style",
    arguments: [
      (QueryEncoder.DateStyle.iso8601, 1_700_000_000.25, "2023-11-14T22:13:20Z"),
      (.secondsSince1970, 1_700_000_000, "1700000000"), (.secondsSince1970, 1.5, "1.5"),
      (.secondsSince1970, -1, "-1"),
      (.millisecondsSince1970, 1_700_000_000.25, "1700000000250"), (.millisecondsSince1970, 0.0004, "0"),
      (.custom { "day \(Int($0.timeIntervalSince1970) / 86_400)" }, 172_800, "day 2"),
    ])
  func dates(style: QueryEncoder.DateStyle, seconds: Double, expected: String) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(try text(["at": date], QueryEncoder(dates: style)) == "at=\(expected)")
  }

  @Test("nested objects in brackets or dots")
  func nesting() throws {
    let value = ["a": ["b": ["c": 1]]]
    #expect(try text(value) == "a[b][c]=1")
    #expect(try text(value, QueryEncoder(nesting: .dots)) == "a.b.c=1")
  }

  @Test("keys in snake case; the keys of a dictionary are data")
  func snakeCase() throws {
    struct Value: Encodable {
      var createdAt = 1
      var myURLQuery = 2
      var id = 3
      var already_there = 4
      var page2Size = 5
      var userID = 6
      var nested = ["firstKey": 7]
    }
    #expect(
      try text(Value(), QueryEncoder(keys: .snakeCase))
        == "created_at=1&my_url_query=2&id=3&already_there=4&page2_size=5&user_id=6&nested[firstKey]=7")
  }

  @Test("the members of a dictionary come in the order of their keys")
  func dictionaries() throws {
    #expect(try text(["c": 1, "a": 2, "b": 3]) == "a=2&b=3&c=1")
    #expect(try text(["x": [3: "c", 1: "a"]]) == "x[1]=a&x[3]=c")
  }

  @Test("Values of Foundation are written as their description, data in base 64")
  func foundationValues() throws {
    struct Value: Encodable {
      let url = URL(string: "https://h.example/a?b=c")
      let id = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")
      let price = Decimal(string: "12.50")
      let data = Data([0xFB, 0xFF, 0x00])
      let big = UInt64.max
      let small = Int8.min
      let float = Float(0.1)
    }
    #expect(
      try text(Value())
        == "url=https://h.example/a?b=c&id=00000000-0000-0000-0000-00000000000A&price=12.5&data=+/8A"
        + "&big=18446744073709551615&small=-128&float=0.1")
  }

  @Test("classes, wrappers and hand-written encodings are written as they encode themselves")
  func shapes() throws {
    class Base: Encodable {
      var id = 1
      init() {}
    }
    final class Derived: Base {
      enum CodingKeys: String, CodingKey { case extra }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("x", forKey: .extra)
        var list = container.nestedUnkeyedContainer(forKey: .extra)
        try list.encode("y")
        try Base().encode(to: container.superEncoder())
      }
    }
    struct Wrapper: Encodable {
      let value: Derived
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    #expect(try text(Wrapper(value: Derived())) == "id=1&extra=x&extra=y&super[id]=1")
  }

  @Test("no values make an empty query")
  func nothing() throws {
    struct Empty: Encodable {}
    #expect(try text(Empty()).isEmpty)
    #expect(try text(Filter?.none).isEmpty)
    #expect(try text([String: String?]()).isEmpty)
  }
}
