import Testing

@testable import Requisite

@Suite("MediaType")
struct MediaTypeTests {
  @Test(
    "the syntax of RFC 9110 is read",
    arguments: [
      ("text/html", "text/html"), ("Text/HTML;Charset=\"utf-8\"", "text/html; charset=utf-8"),
      (" application/json ", "application/json"), ("a/b ; c = d", "a/b; c=d"), ("a/b;;c=d;", "a/b; c=d"),
      (#"a/b; c="x;y \" \\ z""#, #"a/b; c="x;y \" \\ z""#), (#"a/b; c="""#, #"a/b; c="""#), ("*/*", "*/*"),
      ("multipart/form-data; boundary=\"a b\"", "multipart/form-data; boundary=\"a b\""),
    ])
  func reading(text: String, expected: String) throws {
    let type = try #require(MediaType(text))
    #expect(type.description == expected)
    #expect(MediaType(type.description) == type)
  }

  @Test(
    "a malformed media type is nil",
    arguments: [
      "", "text", "/", "a/", "/b", "a/b/c", "a b/c", "a/b; c", "a/b; =d", "a/b; c=d e", "a/b; c=\"d",
      "a/b; c=\"d\"e",
      "a/b; c=\"d\\\"", "a/b, c/d", "a/b; c=\"", "a/b; c=\"x\"y\"",
    ])
  func none(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test("ranges, suffixes and other names of JSON match")
  func matching() throws {
    func matches(_ range: String, _ type: String) throws -> Bool {
      try #require(MediaType(range)).matches(#require(MediaType(type)))
    }
    #expect(try matches("*/*", "image/png"))
    #expect(try matches("text/*", "text/html; charset=utf-8"))
    #expect(try matches("application/json", "application/problem+json"))
    #expect(try matches("application/json", "text/json"))
    #expect(try !matches("application/json", "text/html"))
    #expect(try !matches("application/vnd.a+json", "application/vnd.b+json"))
    #expect(try !matches("text/*", "application/json"))
  }

  @Test("files have the type of a well-known extension")
  func files() {
    #expect(MediaType.ofFile(named: "a.b.PNG")?.description == "image/png")
    #expect(MediaType.ofFile(named: "README") == nil)
    #expect(MediaType.ofFile(named: "x.unknown") == nil)
    #expect(MediaType.ofFile(named: "x.") == nil)
  }

  @Test(
    "a file name in Content-Disposition has both notations if it is not ASCII", .feature("D4"),
    arguments: [
      ("a.txt", #"attachment; filename="a.txt""#), (#"a"\b"#, #"attachment; filename="a\"\\b""#),
      ("é €.txt", #"attachment; filename="_ _.txt"; filename*=UTF-8''%C3%A9%20%E2%82%AC.txt"#),
      ("a\r\nb", #"attachment; filename="a__b"; filename*=UTF-8''a%0D%0Ab"#),
    ])
  func dispositions(name: String, expected: String) {
    #expect(HTTPHeaders.ContentDisposition.attachment(fileName: name).description == expected)
  }

  @Test(
    "a structured syntax suffix and its base type match each other",
    arguments: [
      ("application/vnd.github+json", "application/json", true),
      ("application/json", "application/hal+json", true),
      ("application/atom+xml", "text/xml", true), ("image/svg+xml", "application/xml", true),
      ("application/json", "text/json", true), ("application/hal+json", "application/vnd.api+json", false),
      ("application/json", "application/xml", false), ("text/html", "application/html", false),
      ("application/x+json\u{301}", "application/json", false),
    ])
  func suffixes(range: String, other: String, matches: Bool) {
    #expect((MediaType(range).flatMap { range in MediaType(other).map(range.matches) } ?? false) == matches)
  }
}
