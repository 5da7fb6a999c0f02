import Testing

@testable import Requisite

@Suite("JSON objects of any values")
struct JSONObjectTests {
  private struct Send: Request {
    typealias ReturnType = Void
    let path = "/todos"
    let method = HTTPMethod.post
    let body: JSONObject
    var contentType = "application/json"
  }

  private struct SendPerhaps: Request {
    typealias ReturnType = Void
    let path = "/todos"
    let method = HTTPMethod.post
    let body: JSONObject?
  }

  private struct Other: Sendable {}

  private func text(_ object: JSONObject) throws -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Send(body: object).built(coders: BodyCoders(body: encoder)).body.text
  }

  @Test("a dictionary of any values is a JSON body", .feature("E5", "E18"))
  func values() throws {
    let object: JSONObject = [
      "text": "a/b", "number": 7, "half": 0.5, "yes": true, "list": [1, "x", false] as [any Sendable],
      "object": ["k": "v"], "none": NSNull(),
      "url": URL(string: "https://h.example/"),
    ]
    #expect(
      try text(object)
        == #"{"half":0.5,"list":[1,"x",false],"none":null,"number":7,"object":{"k":"v"},"text":"a/b","#
        + #""url":"https://h.example/","yes":true}"#)
    let request = try Send(body: object).built()
    #expect(request.headers[.contentType] == "application/json")
  }

  @Test("nil of any depth and type is null", .feature("E5"))
  func optionals() throws {
    let missing: Int? = nil
    let deep: Int?? = .some(nil)
    let deepObject: JSONObject?? = .some(nil)
    let some: Int?? = .some(3)
    let list: [Int?] = [1, nil]
    let object: JSONObject? = ["k": missing]
    #expect(
      try text(["a": missing, "b": deep, "c": deepObject, "d": some, "e": list, "f": object])
        == #"{"a":null,"b":null,"c":null,"d":3,"e":[1,null],"f":{"k":null}}"#)
  }

  @Test("objects and arrays of several types are nested to any depth", .feature("E5", "E18"))
  func nested() throws {
    let object: JSONObject = [
      "list": [1, nil, "x", ["k": true, "l": [2, "y"] as JSONArray] as JSONObject, [] as JSONArray]
        as JSONArray
    ]
    #expect(try text(object) == #"{"list":[1,null,"x",{"k":true,"l":[2,"y"]},[]]}"#)
  }

  @Test("dates, data, decimals and custom values are written as the encoder writes them", .feature("E5"))
  func encodables() throws {
    struct Point: Encodable { let x = 1 }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    let object: JSONObject = [
      "at": Date(timeIntervalSince1970: 0), "data": Data([1, 2, 3]), "point": Point(), "points": [Point()],
      "price": Decimal(12),
    ]
    #expect(
      try Send(body: object).built(coders: BodyCoders(body: encoder)).body.text
        == #"{"at":"1970-01-01T00:00:00Z","data":"AQID","point":{"x":1},"points":[{"x":1}],"price":12}"#)
  }

  @Test("a value that JSON cannot hold is an error with the cause and the place", .feature("E5", "E19"))
  func unknown() throws {
    for object: JSONObject in [
      ["a": ["b": Other()] as [String: any Sendable]], ["a": ["b": Double.nan]],
      ["a": ["b": -Double.infinity]],
    ] {
      let fault = try #require(Send(body: object).fault())
      #expect(fault.part == .body)
      #expect(fault.underlyingError is EncodingError)
      #expect(fault.description.contains("a.b"))
    }
    let list: [any Sendable] = [1, Other()]
    #expect(Send(body: ["a": list]).fault()?.description.contains("a.1") == true)
  }

  @Test("nil sends no body, and a form can be made of an object", .feature("E18"))
  func otherWays() throws {
    #expect(try SendPerhaps(body: nil).built().body.isNone)
    #expect(try SendPerhaps(body: ["a": 1]).built().body.text == #"{"a":1}"#)
    let form = try Send(body: ["a": "b c", "n": 1], contentType: "application/x-www-form-urlencoded").built()
    #expect(form.body.text == "a=b+c&n=1")
    let snake = JSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    #expect(try Send(body: ["myKey": 1]).built(coders: BodyCoders(body: snake)).body.text == #"{"myKey":1}"#)
  }

  @Test("asDictionary is the value as an object, and throws the cause if it is not one", .feature("E19"))
  func asDictionary() throws {
    struct Value: Encodable {
      let title = "x"
      let count = 3
      let big = UInt64.max
      let half = 0.5
      let done = true
      let missing: Int? = nil
      let nested = ["a": [1, nil, 2]]
    }
    let dictionary = try Value().asDictionary()
    #expect(dictionary["title"] as? String == "x")
    #expect(dictionary["count"] as? Int == 3)
    #expect(dictionary["big"] as? UInt64 == UInt64.max)
    #expect(dictionary["half"] as? Double == 0.5)
    #expect(dictionary["done"] as? Bool == true)
    #expect(!dictionary.keys.contains("missing"))
    #expect(
      try text(dictionary)
        == #"{"big":18446744073709551615,"count":3,"done":true,"half":0.5,"nested":{"a":[1,null,2]},"title":"x"}"#
    )
    for faulty: any Encodable in [[1, 2], 7, ["a": Double.nan]] {
      let error = #expect(throws: NetworkRequestError.self) { try faulty.asDictionary() }
      guard case .invalidRequest(let fault) = error else { return #expect(Bool(false)) }
      #expect(fault.part == .body)
      #expect(fault.underlyingError != nil)
    }
  }
}
