import Testing

@testable import Requisite

@Suite("Forms")
struct FormTests {
  private struct LogIn: Request {
    typealias ReturnType = Void
    let path = "/login"
    let method = HTTPMethod.post
    let body: FormFields
  }

  private struct LogInPerhaps: Request {
    typealias ReturnType = Void
    let path = "/login"
    let method = HTTPMethod.post
    let body: FormFields?
  }

  private struct Declared: Request {
    typealias ReturnType = Void
    let path = "/login"
    let method = HTTPMethod.post
    let body: FormFields
    let contentType: String
  }

  @Test("a dictionary in a variable is a form, sorted by name; a literal keeps its order")
  func dictionaries() {
    let plain = ["user": "ann", "at": "1 & 2"]
    let values: [String: Int?] = ["b": 2, "a": nil]
    #expect(FormFields(plain).encoded == "at=1+%26+2&user=ann")
    #expect(FormFields(values).encoded == "b=2")
    #expect(
      FormFields([URLQueryItem(name: "z", value: "1"), URLQueryItem(name: "a", value: "2")]).encoded
        == "z=1&a=2")
    #expect(FormFields(["z": 1, "a": "2"]).encoded == "z=1&a=2")
    #expect(FormFields(["z": "1", "a": "2"]).encoded == "z=1&a=2")
  }

  @Test(
    "fields keep order and repeats, nil is skipped, and the Content-Type is that of a form", .feature("D7"))
  func fields() throws {
    let code: String? = nil
    let request = try LogIn(body: ["user": "ann b", "scope": ["read", "write"], "code": code, "again": true])
      .built()
    #expect(request.body.text == "user=ann+b&scope=read&scope=write&again=true")
    #expect(request.headers[.contentType] == "application/x-www-form-urlencoded")
    #expect(try LogInPerhaps(body: ["a": 1]).built().body.text == "a=1")
    #expect(try LogInPerhaps(body: nil).built().body.isNone)
    #expect(try LogIn(body: [:]).built().body.text == "")
  }

  @Test(
    "fields are escaped as in the WHATWG URL standard",
    arguments: [
      ("a b", "a+b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("*-._", "*-._"), ("~", "%7E"),
      ("%41", "%2541"),
      ("\r\n", "%0D%0A"), ("é", "%C3%A9"), ("!'()", "%21%27%28%29"), ("/?:@", "%2F%3F%3A%40"), ("", ""),
      ("\u{0}", "%00"), ("👩", "%F0%9F%91%A9"),
    ])
  func escaped(text: String, expected: String) {
    let form: FormFields = [text: text]
    #expect(form.encoded == "\(expected)=\(expected)")
    #expect(FormFields(encoded: form.encoded) == form)
  }

  @Test(
    "any text can be read as a form",
    arguments: [
      ("a=1&a=2", [("a", "1"), ("a", "2")]), ("a+b=%2B", [("a b", "+")]), ("a", [("a", "")]),
      ("=", [("", "")]),
      ("&a&&", [("a", "")]), ("a==b", [("a", "=b")]), ("%=%4&x=%g1", [("%", "%4"), ("x", "%g1")]),
      ("a=%ff%C3%A9", [("a", "\u{FFFD}é")]), ("", []),
    ])
  func read(text: String, expected: [(String, String)]) {
    #expect(FormFields(encoded: text).items == expected.map { FormFields.Item($0.0, $0.1) })
  }

  @Test("fields are read and set by their name")
  func members() {
    var form: FormFields = ["a": 1, "b": 2, "a": 3]
    #expect(form["a"] == "1")
    #expect(form.values(for: "a") == ["1", "3"])
    form["a"] = "x"
    form["c"] = "y"
    form["b"] = nil
    #expect(form.encoded == "a=x&c=y")
  }

  @Test("fields refuse a content type that is not a form's, and keep its parameters", .feature("E23"))
  func declared() throws {
    let fault = try #require(Declared(body: ["a": 1], contentType: "application/json").fault())
    #expect(fault.part == .body)
    #expect(fault.reason.contains("application/json"))
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    #expect(try Declared(body: ["a": 1], contentType: type).built().headers[.contentType] == type)
  }

  @Test("FormEncoder writes any Encodable in the styles of a QueryEncoder", .feature("D7"))
  func encoder() throws {
    struct Value: Encodable {
      let name = "Ann B"
      let tags = ["x", "y+z"]
      let done = true
      let missing: Int? = nil
      let address = ["city": "Ulm"]
    }
    #expect(
      String(decoding: try FormEncoder().encode(Value()), as: UTF8.self)
        == "name=Ann+B&tags=x&tags=y%2Bz&done=true&address%5Bcity%5D=Ulm")
    let encoder = FormEncoder(QueryEncoder(arrays: .brackets, booleans: .numbers, nesting: .dots))
    #expect(
      String(decoding: try encoder.encode(Value()), as: UTF8.self)
        == "name=Ann+B&tags%5B%5D=x&tags%5B%5D=y%2Bz&done=1&address.city=Ulm")
    #expect(throws: EncodingError.self) { try FormEncoder().encode([1, 2]) }
  }

  @Test("an endpoint takes fields in their order")
  func endpoint() throws {
    let endpoint = Endpoint<Void>.post("/login", body: .form(["z": 1, "a": ["x", "y"]] as FormFields))
    let request = try endpoint.built()
    #expect(request.body.text == "z=1&a=x&a=y")
    #expect(request.headers[.contentType] == "application/x-www-form-urlencoded")
  }
}
