import Testing

@testable import Requisite

@Suite("The body of a request")
struct BodyTests {
  struct Todo: Codable, Equatable {
    var title = "Test / é"
    var completed = true
  }

  private struct Send<Body: Encodable & Sendable>: Request {
    typealias ReturnType = [String: String]
    let path = "/todos"
    var method = HTTPMethod.post
    let body: Body
    var contentType = "application/json"
    var options = RequestOptions()
  }

  @Test(
    "an Encodable is sent as JSON with its Content-Type", .feature("A13", "A15", "E18", "E21", "E23", "D7"))
  func json() throws {
    let request = try Send(body: Todo()).asURLRequest(baseURL: "https://api.example.com")
    #expect(request.httpMethod == "POST")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    let body = try #require(request.httpBody)
    #expect(try JSONDecoder().decode(Todo.self, from: body) == Todo())
    #expect(String(decoding: body, as: UTF8.self).contains("Test / é"))
  }

  @Test("arrays, dictionaries, texts and numbers are JSON bodies too", .feature("E18"))
  func otherShapes() throws {
    #expect(try Send(body: [1, 2]).built().body.text == "[1,2]")
    #expect(try Send(body: ["a": 1]).built().body.text == #"{"a":1}"#)
    #expect(try Send(body: 7).built().body.text == "7")
  }

  @Test("an optional body that is nil sends no body and no Content-Type", .feature("A12", "D12"))
  func optional() throws {
    let none = try Send(body: Todo?.none).built()
    #expect(none.body.isNone)
    #expect(none.headers[.contentType] == nil)
    #expect(try Send(body: Int??.some(nil)).built().body.isNone)
    let some = try Send(body: Todo?.some(Todo())).built()
    #expect(some.headers[.contentType] == "application/json")
    #expect(
      try JSONDecoder().decode(Todo.self, from: #require(some.body.text).data(using: .utf8) ?? Data())
        == Todo())
  }

  @Test(
    "the announced content type is the encoded one", .feature("E23"),
    arguments: [
      "application/json", "application/vnd.api+json", "text/json; charset=utf-8", "application/problem+json",
    ])
  func jsonTypes(contentType: String) throws {
    let request = try Send(body: ["a": "b c"], contentType: contentType).built()
    #expect(request.headers[.contentType] == contentType)
    #expect(request.body.text == #"{"a":"b c"}"#)
  }

  @Test("the content type alone selects a form or a property list", .feature("E23"))
  func otherEncoders() throws {
    let form = try Send(body: ["a": "b c"], contentType: "application/x-www-form-urlencoded").built()
    #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
    #expect(form.body.text == "a=b+c")
    let list = try Send(body: Todo(), contentType: "application/x-plist").built()
    guard case .data(let data) = list.body.content else { throw ListIsMissing() }
    #expect(try PropertyListDecoder().decode(Todo.self, from: data) == Todo())
  }

  private struct ListIsMissing: Error {}

  @Test(
    "a content type without an encoder is an error that names it", .feature("E19"),
    arguments: [
      "application/xml", "image/png", "json", "", "multipart/form-data",
    ])
  func noEncoder(contentType: String) throws {
    let fault = try #require(Send(body: Todo(), contentType: contentType).fault())
    #expect(fault.part == .body)
    #expect(fault.reason.contains("“\(contentType)”"))
  }

  @Test("the request's encoder wins over the client's, and the client's over the default", .feature("D7"))
  func encoders() throws {
    struct Dated: Encodable { let at = Date(timeIntervalSince1970: 0) }
    let seconds = JSONEncoder()
    seconds.dateEncodingStrategy = .secondsSince1970
    let words = JSONEncoder()
    words.dateEncodingStrategy = .iso8601
    var request = Send(body: Dated())
    #expect(try request.built(coders: BodyCoders(body: seconds)).body.text == #"{"at":0}"#)
    request.options.bodyEncoder = words
    #expect(
      try request.built(coders: BodyCoders(body: seconds)).body.text == #"{"at":"1970-01-01T00:00:00Z"}"#)
  }

  @Test(
    "a value that cannot be encoded is an error of the body with the cause and the place",
    .feature("E5", "E19", "D7"))
  func unencodable() throws {
    let fault = try #require(Send(body: ["a": ["b": Double.nan]]).fault())
    #expect(fault.part == .body)
    #expect(fault.underlyingError is EncodingError)
    #expect(fault.description.contains("a.b"))
    struct Bad: Error {}
    struct Throwing: Encodable {
      func encode(to encoder: any Encoder) throws { throw Bad() }
    }
    #expect(Send(body: Throwing()).fault()?.underlyingError is Bad)
  }

  @Test(
    "a body for a method without one is an error, and is not silently dropped", .feature("B3"),
    arguments: [
      HTTPMethod.get, .head, .trace,
    ])
  func forbidden(method: HTTPMethod) throws {
    let fault = try #require(Send(method: method, body: Todo()).fault())
    #expect(fault.part == .body)
    #expect(fault.reason.contains(method.rawValue))
    #expect(Send(method: method, body: Todo?.none).fault() == nil)
  }

  @Test(
    "the other methods can have a body",
    arguments: [
      HTTPMethod.post, .put, .patch, .delete, .options, "PROPFIND",
    ])
  func allowed(method: HTTPMethod) throws {
    #expect(try Send(method: method, body: [1]).built().body.text == "[1]")
  }

  @Test("the response of a POST has the sent members and those of the server", .feature("A16"))
  func echo() throws {
    let request = Send(body: ["title": "Test"])
    let answer = Data(#"{"title":"Test","id":"7","createdAt":"2026-11-21"}"#.utf8)
    let response = NetworkResponse(status: 201, data: answer, request: try request.built())
    let value = try request.decode(response, using: JSONDecoder())
    #expect(value == ["title": "Test", "id": "7", "createdAt": "2026-11-21"])
  }
}
