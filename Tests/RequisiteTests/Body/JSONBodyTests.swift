import Testing

@testable import Requisite

@Suite("JSON bodies without a type of their own", .timeLimit(.minutes(1)))
struct JSONBodyTests {
  private struct Send<Content: Encodable & Sendable>: Request {
    typealias ReturnType = JSONValue
    let path = "/todos"
    let method = HTTPMethod.post
    let body: Content
  }

  private struct SendMembers: Request {
    typealias ReturnType = Void
    let path = "/todos"
    let method = HTTPMethod.post
    let body: [String: any Encodable & Sendable]?
    var contentType = "application/json"
  }

  @Test("a JSONValue is a body in the order of its literal, and a return type", .feature("E5", "E18", "F41"))
  func value() async throws {
    let title = "a/b"
    let value: JSONValue = [
      "z": .string(title), "a": 1, "half": 0.5, "yes": true, "none": nil, "list": [1, "x", nil, ["k": []]],
    ]
    let text = #"{"z":"a/b","a":1,"half":0.5,"yes":true,"none":null,"list":[1,"x",null,{"k":[]}]}"#
    let request = try Send(body: value).built()
    #expect(request.body.text == text)
    #expect(request.headers[.contentType] == "application/json")
    #expect(try Send(body: JSONValue?.none).built().body.isNone)
    #expect(try Send(body: JSONValue.null).built().body.text == "null")
    let answer = try await APIClient.answering(.json(text: text)).dispatch(Send(body: value))
    #expect(answer == value)
    #expect(answer.object?.keys == ["z", "a", "half", "yes", "none", "list"])
  }

  @Test("a literal at the call has variables, nil and nested literals, in its order", .feature("E18", "F41"))
  func literals() throws {
    let (title, due, count) = ("Milk", Date?.none, 3)
    let mixed = Endpoint<Void>.post("/todos", body: ["title": title, "n": count, "due": due, "a": nil])
    #expect(try mixed.built().body.text == #"{"title":"Milk","n":3,"due":null,"a":null}"#)
    let nested = Endpoint<Void>.post("/t", body: ["z": ["y": 1, "b": "x"], "a": [1, "two"]])
    #expect(try nested.built().body.text == #"{"z":{"y":1,"b":"x"},"a":[1,"two"]}"#)
    let json = Endpoint<Void>.post("/t", body: .json(["z": title, "a": 1]))
    #expect(try json.built().body.text == #"{"z":"Milk","a":1}"#)
    let snake = BodyCoders(json: JSONCoding(keys: .snakeCase))
    #expect(
      try Endpoint<Void>.post("/t", body: ["aB": 1, "b": ""]).built(coders: snake).body.text
        == #"{"aB":1,"b":""}"#)
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    foundation.keyEncodingStrategy = .convertToSnakeCase
    #expect(
      try Endpoint<Void>.post("/t", body: ["aB": count, "b": nil]).built(coders: BodyCoders(body: foundation))
        .body.text == #"{"aB":3,"b":null}"#)
  }

  @Test(
    "an HTTPBody of a value is encoded when a request is built, by its own coders or the standard ones",
    .feature("E5"))
  func values() throws {
    struct Item: Encodable, Sendable { var aB: Double = 1 }
    struct Add: Request {
      typealias ReturnType = Void
      let path = "/items"
      let method = HTTPMethod.post
      let body: HTTPBody
    }
    let body = HTTPBody.json(Item())
    #expect(!body.isNone && body.isReplayable && body.length == nil && "\(body)" == "a value")
    let snake = BodyCoders(json: JSONCoding(keys: .snakeCase))
    let built = try Add(body: body).built(coders: snake)
    #expect(built.body.text == #"{"a_b":1}"# && built.headers[.contentType] == "application/json")
    let announced = try Add(body: body.declared(as: "application/vnd.api+json")).built(coders: snake)
    #expect(announced.body.text == #"{"a_b":1}"#)
    #expect(announced.headers[.contentType] == "application/vnd.api+json")
    var request = TransportRequest(method: .post, url: .api, body: body)
    #expect(request.body.text == #"{"aB":1}"# && request.body.contentType == "application/json")
    request.body = .json(Item?.none)
    #expect(request.body.isNone)
    try request.validateFields()
    request.body = .json(Item(aB: .nan))
    #expect(throws: NetworkRequestError.self) { try request.validateFields() }
  }

  @Test("a dictionary of any Encodable values is a body, sorted by key", .feature("E5", "E18"))
  func dictionary() throws {
    struct Point: Encodable { let x = 1 }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    let body: [String: any Encodable & Sendable] = [
      "price": Decimal(12), "at": Date(timeIntervalSince1970: 0), "data": Data([1, 2, 3]), "point": Point(),
      "none": Int?.none,
    ]
    #expect(
      try SendMembers(body: body).built(coders: BodyCoders(body: encoder)).body.text
        == #"{"at":"1970-01-01T00:00:00Z","data":"AQID","none":null,"point":{"x":1},"price":12}"#)
    #expect(
      try SendMembers(body: ["b": 1, "a": "x", "c": ["k": true]]).built().body.text
        == #"{"a":"x","b":1,"c":{"k":true}}"#)
    #expect(try SendMembers(body: nil).built().body.isNone)
    let form = SendMembers(body: ["a": "b c", "n": 1], contentType: "application/x-www-form-urlencoded")
    #expect(try form.built().body.text == "a=b+c&n=1")
  }

  @Test("a number that JSON cannot represent is an error with its place", .feature("E5"))
  func unknown() throws {
    for fault in [
      SendMembers(body: ["a": ["b": Double.nan]]).fault(),
      Send(body: ["a": JSONValue.double(.infinity)]).fault(),
    ] {
      #expect(fault?.part == .body)
      #expect(fault?.underlyingError is EncodingError)
      #expect(fault?.description.contains("a") == true)
    }
  }

  @Test("asDictionary is the value as an object, and throws the cause if it is not one", .feature("E19"))
  func asDictionary() throws {
    struct Value: Encodable {
      let title = "x"
      let big = UInt64.max
      let half = 0.5
      let missing: Int? = nil
      let nested = ["a": [1, nil, 2]]
    }
    let dictionary = try Value().asDictionary()
    #expect(dictionary["title"]?.string == "x")
    #expect(dictionary["big"] == .int(UInt64.max))
    #expect(dictionary["half"]?.double == 0.5)
    #expect(dictionary["nested"] == ["a": [1, nil, 2]])
    #expect(dictionary.count == 4)
    for faulty: any Encodable in [[1, 2], 7, ["a": Double.nan]] {
      let error = #expect(throws: NetworkRequestError.self) { try faulty.asDictionary() }
      guard case .invalidRequest(let fault) = error else { return #expect(Bool(false)) }
      #expect(fault.part == .body)
      #expect(fault.underlyingError != nil)
    }
  }
}
