import Testing

@testable import Requisite

@Suite("HTTPHeaders")
struct HTTPHeadersTests {
  private struct Call<Headers: HTTPHeadersConvertible>: Request {
    typealias ReturnType = [String]
    let path = "/x"
    let headers: Headers
  }

  private struct Plain: Request {
    typealias ReturnType = [String]
    let path = "/x"
  }

  @Test("a request has fields of several types, and none by default", .feature("A14", "B1", "D13"))
  func ofARequest() throws {
    #expect(try Call(headers: ["X-A": "1", "X-B": "2"] as [String: String]).built().headers["x-a"] == "1")
    #expect(try Call(headers: [HTTPHeader("X-A", "1")]).built().headers["X-A"] == "1")
    #expect(
      try Call(headers: ["X-A": "1", "X-A": "2"] as HTTPHeaders).built().headers.values(for: "X-A") == [
        "1", "2",
      ])
    #expect(try Call(headers: [String: String]?.none).built().headers.count == 1)
    #expect(try Plain().built().headers.map(\.description) == ["Accept: application/json"])
  }

  @Test("a dictionary in a variable is header fields, sorted by name")
  func ofADictionary() {
    let fields = ["X-B": "2", "X-A": "1"]
    #expect(HTTPHeaders(fields) == [HTTPHeader("X-A", "1"), HTTPHeader("X-B", "2")])
    #expect(HTTPHeaders([String: String]()).isEmpty && HTTPHeaders([]).isEmpty && HTTPHeaders().isEmpty)
  }

  @Test("values are equal if their bytes are equal, and names in any case of letters")
  func equality() {
    let fields: Set<HTTPHeader> = [
      HTTPHeader("X-User", "\u{E9}"), HTTPHeader("X-User", "e\u{301}"), HTTPHeader("x-user", "\u{E9}"),
    ]
    #expect(fields.count == 2)
    #expect(["X-User": "\u{E9}"] as HTTPHeaders != ["X-User": "e\u{301}"])
  }

  @Test(
    "default fields come first, then the client's, then the request's, and the last one wins",
    .feature("D18", "E23"))
  func order() throws {
    let defaults = RequestDefaults(
      base: "https://h.example", headers: ["ACCEPT": "text/x-client", "X-Client": "c", "X-Both": "client"])
    let request = try Call(headers: ["x-both": "request", "X-Own": "r"] as HTTPHeaders).transportRequest(
      adding: defaults)
    #expect(
      request.headers.map { "\($0.name): \($0.value)" }
        == ["ACCEPT: text/x-client", "X-Client: c", "x-both: request", "X-Own: r"])
    let own = try Call(headers: ["Accept": "text/x-own"] as HTTPHeaders).transportRequest(adding: defaults)
    #expect(own.headers.values(for: .accept) == ["text/x-own"])
  }

  @Test("fields have factories with their names, Accept with a list", .feature("D4", "D5"))
  func typed() {
    let headers: HTTPHeaders = [
      .accept(.json, .html), .contentType(.formURLEncoded), .userAgent("todos/1.0"),
      HTTPHeader("X-Custom", "1"),
      .contentDisposition(.attachment(fileName: "a.txt")),
    ]
    #expect(headers[.accept] == "application/json, text/html; charset=utf-8")
    #expect(headers[.contentType] == "application/x-www-form-urlencoded")
    #expect(headers["x-custom"] == "1")
    #expect(headers[.contentDisposition] == "attachment; filename=\"a.txt\"")
  }

  @Test("a credential has its value as a field, and is printed as redacted", .feature("D4", "D6"))
  func authorization() {
    let bearer = HTTPHeader.authorization(.bearer("s3cret"))
    #expect(bearer.value == "Bearer s3cret")
    #expect(
      Authorization.basic(user: "Aladdin", password: "open sesame").headerValue
        == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    let headers: HTTPHeaders = [bearer, HTTPHeader("X-Api-Key", "s3cret"), HTTPHeader(.cookie, "s3cret")]
    var dumped = ""
    dump(headers, to: &dumped)
    dump(Authorization.bearer("s3cret"), to: &dumped)
    for text in [
      "\(headers)", "\(bearer)", String(reflecting: headers), "\(Authorization.bearer("s3cret"))", dumped,
    ] {
      #expect(!text.contains("s3cret"))
      #expect(!text.isEmpty)
    }
  }

  @Test("fields are read, set, repeated and removed without regard to case", .feature("C28"))
  func editing() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    #expect(headers["a"] == "1, 3")
    #expect(headers.values(for: "A") == ["1", "3"])
    headers["A"] = "x"
    #expect(headers.map { "\($0.name): \($0.value)" } == ["A: x", "B: 2"])
    headers.append(HTTPHeader("b", "4"))
    headers["A"] = nil
    #expect(headers == ["b": "2", "B": "4"])
    headers.remove("B")
    #expect(headers.isEmpty && headers["B"] == nil && !headers.contains("B"))
  }

  @Test(
    "a name that is no token is refused and named", .feature("F5"),
    arguments: ["", "A B", "A:", "Ä", "X\r\nY", "a(b)"])
  func names(name: String) throws {
    let fault = try #require(Call(headers: [name: "x"] as [String: String]).fault())
    #expect(fault.part == .header)
    #expect(fault.reason.contains("“\(name)”"))
  }

  @Test(
    "CR, LF and NUL in a value are refused", .feature("F5"), arguments: ["a\r\nX: y", "a\nb", "a\rb", "\0"])
  func values(value: String) throws {
    #expect(Call(headers: ["X-A": value] as [String: String]).fault()?.part == .header)
    let defaults = RequestDefaults(base: "https://h.example", headers: ["X-A": value])
    #expect(throws: NetworkRequestError.self) {
      try Plain().transportRequest(adding: defaults).validateFields()
    }
  }

  @Test(
    "only the transport sets fields that frame the message",
    arguments: ["Content-Length", "transfer-encoding", "Connection", "HOST"])
  func reserved(name: String) throws {
    let fault = try #require(Call(headers: [name: "1"] as [String: String]).fault())
    #expect(fault.part == .header)
    #expect(fault.reason.contains(name))
  }

  @Test("tabs, spaces and text outside of ASCII in a value are sent")
  func allowedValues() throws {
    #expect(
      try Call(headers: ["X-A": "a\tb é ;,="] as [String: String]).built().headers["X-A"] == "a\tb é ;,=")
  }
}
