@testable import Requisite
import Testing

@Suite("The path of a request")
struct PathTests {
  private struct Plain: Request {
    typealias ReturnType = Data
    let path: String
  }

  private struct Interpolated: Request {
    typealias ReturnType = Data
    let path: RequestPath
  }

  private struct Whole: Request {
    typealias ReturnType = Data
    let path: URL
    var queryParams: QueryParams = [:]
  }

  @Test(
    "the base path is kept, with exactly one slash before the path", .feature("E6", "A23"),
    arguments: [
      ("https://h.example", "todos", "https://h.example/todos"),
      ("https://h.example", "/todos", "https://h.example/todos"),
      ("https://h.example/", "/todos", "https://h.example/todos"),
      ("https://h.example//", "//todos", "https://h.example/todos"),
      ("https://h.example/api/v1", "todos", "https://h.example/api/v1/todos"),
      ("https://h.example/api/v1/", "/todos", "https://h.example/api/v1/todos"),
      ("https://h.example/api/v1", "/todos/", "https://h.example/api/v1/todos/"),
      ("https://h.example/api/v1", "", "https://h.example/api/v1"),
      ("https://h.example/api/v1", "/", "https://h.example/api/v1/"),
      ("https://h.example/api", "a//b", "https://h.example/api/a//b"),
    ])
  func joined(base: String, path: String, expected: String) throws {
    #expect(try Plain(path: path).asURLRequest(baseURL: base).url?.absoluteString == expected)
  }

  @Test(
    "no path leaves the base URL", .feature("A23", "F5"),
    arguments: [
      "..", "/..", "../admin", "/../admin", "a/../../admin", "//../admin", "a/../..", "./../x",
    ])
  func climbing(path: String) throws {
    let fault = try #require(Plain(path: path).fault(below: "https://h.example/api/v1"))
    #expect(fault.part == .path)
    #expect(fault.reason.contains(path))
  }

  @Test(
    "dot segments within the base are resolved", .feature("A23"),
    arguments: [
      ("a/../b", "https://h.example/api/b"), ("a/./b", "https://h.example/api/a/b"),
      ("a/..", "https://h.example/api/"), ("a/b/..", "https://h.example/api/a/"),
      (".well-known/x", "https://h.example/api/.well-known/x"), ("a/.", "https://h.example/api/a/"),
      ("a/...", "https://h.example/api/a/..."), ("a/..b/c", "https://h.example/api/a/..b/c"),
    ])
  func resolved(path: String, expected: String) throws {
    #expect(try Plain(path: path).built(below: "https://h.example/api").url.absoluteString == expected)
  }

  @Test(
    "escaped dots and backslashes are text, and do not leave the base URL", .feature("A23"),
    arguments: [
      ("%2e%2e/admin", "https://h.example/api/%252e%252e/admin"),
      ("..\\admin", "https://h.example/api/..%5Cadmin"),
      ("a/%2E%2E/%2E%2E/x", "https://h.example/api/a/%252E%252E/%252E%252E/x"),
    ])
  func escapedDots(path: String, expected: String) throws {
    #expect(try Plain(path: path).built(below: "https://h.example/api").url.absoluteString == expected)
  }

  @Test(
    "a whole URL in a text path is refused, and no text can name another host", .feature("E7", "A23", "F5"),
    arguments: ["https://evil.example/x", "HTTP://evil.example", "http://evil.example"])
  func absoluteText(path: String) throws {
    let fault = try #require(Plain(path: path).fault())
    #expect(fault.part == .path)
    #expect(fault.reason.contains(path))
  }

  @Test(
    "a path that looks like another host stays below the base URL", .feature("A23", "F5"),
    arguments: [
      "//evil.example/x", "///evil.example", "@evil.example", ":80/x", "\\\\evil.example",
      "ftp://evil.example",
      "javascript:alert(1)", "https:/evil.example",
    ])
  func hostile(path: String) throws {
    let url = try Plain(path: path).built(below: "https://h.example/api").url
    #expect(url.host() == "h.example")
    #expect(url.absoluteString.hasPrefix("https://h.example/api/"))
    #expect(url.port == nil && url.user == nil)
  }

  @Test(
    "an explicit whole URL replaces the base URL, without its fragment, and gets the query", .feature("E7"))
  func wholeURL() throws {
    let url = try #require(URL(string: "https://other.example/a%2Fb?x=1#part"))
    #expect(
      try Whole(path: url, queryParams: ["y": 2]).built().url.absoluteString
        == "https://other.example/a%2Fb?x=1&y=2")
    #expect(try Whole(path: url).built().url.absoluteString == "https://other.example/a%2Fb?x=1")
    let bare = try #require(URL(string: "https://other.example?"))
    #expect(
      try Whole(path: bare, queryParams: ["y": 2]).built().url.absoluteString == "https://other.example?y=2")
  }

  @Test(
    "a URL that is not a whole HTTP URL is refused", .feature("E7"),
    arguments: [
      "file:///etc/passwd", "ftp://h.example/x", "/only/a/path", "https:///nohost", "mailto:a@b.example",
    ])
  func wholeURLOfAnotherKind(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(Whole(path: url).fault()?.part == .path)
  }

  @Test("?, # and % in a plain path are escaped", .feature("B18"))
  func plainText() throws {
    let url = try Plain(path: "/what?/c#/100%/a b/é").built().url
    #expect(url.absoluteString == "https://api.example.com/what%3F/c%23/100%25/a%20b/%C3%A9")
    #expect(url.query() == nil && url.fragment() == nil)
    #expect(url.path(percentEncoded: false) == "/what?/c#/100%/a b/é")
  }

  @Test("a literal path with a query is refused; a value with the same characters is data", .feature("B18"))
  func queryInLiteral() throws {
    for path: RequestPath in ["/todos?done=true", "/users/\(7)/todos?page=\(2)"] {
      #expect(Interpolated(path: path).fault()?.part == .path)
      #expect(Interpolated(path: path).fault()?.reason.contains("queryParams") == true)
    }
    let url = try Interpolated(path: "/what?/\("a?b=c")").built().url
    #expect(url.absoluteString == "https://api.example.com/what%3F/a%3Fb%3Dc")
  }

  @Test("an interpolated value stays one segment, with any content", .feature("D2", "B18"))
  func oneSegment() throws {
    let name = "a/b?c#d%2F..;é &=+"
    let url = try Interpolated(path: "/users/\(name)/todos").built().url
    #expect(
      url.absoluteString
        == "https://api.example.com/users/a%2Fb%3Fc%23d%252F..%3B%C3%A9%20%26%3D%2B/todos")
    let segments = url.path(percentEncoded: true).split(separator: "/")
    #expect(segments.count == 3)
    #expect(segments[1].removingPercentEncoding == name)
  }

  @Test("numbers, ids and raw values can be interpolated", .feature("D2"))
  func valuesOfTypes() throws {
    enum Kind: String { case open = "open/all" }
    enum Level: Int, CustomStringConvertible {
      case high = 3
      var description: String { "high" }
    }
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A"))
    let path: RequestPath = "/\(7)/\(Kind.open)/\(Level.high)/\(id)/v\(2)"
    #expect(
      try Interpolated(path: path).built().url.absoluteString
        == "https://api.example.com/7/open%2Fall/3/00000000-0000-0000-0000-00000000000A/v2")
  }

  @Test(
    "an optional value that is nil leaves its segment out, with the slash", .feature("C38"),
    arguments: [
      (String?.none, "https://api.example.com/ip"), ("1.1.1.1", "https://api.example.com/ip/1.1.1.1"),
    ])
  func optional(address: String?, expected: String) throws {
    #expect(try Interpolated(path: "/ip/\(address)").built().url.absoluteString == expected)
  }

  @Test("a value that would change the path is refused", .feature("B18"), arguments: ["", ".", ".."])
  func valuesThatAreNoSegment(value: String) throws {
    #expect(Interpolated(path: "/users/\(value)/todos").fault()?.part == .path)
  }

  @Test("values cannot form dot segments together", .feature("B18"), arguments: [(".", "."), ("..", "")])
  func dotsFromPieces(left: String, right: String) {
    #expect(Interpolated(path: "/a/\(left)\(right)/b").fault()?.part == .path)
    #expect(Interpolated(path: "/a/.\(left)/b").fault()?.part == .path)
  }

  @Test("several segments are escaped one by one", .feature("D2"))
  func segments() throws {
    let path: RequestPath = "/files/\(segments: ["a b", "c/d"])"
    #expect(
      try Interpolated(path: path).built().url.absoluteString == "https://api.example.com/files/a%20b/c%2Fd")
    let climbing: RequestPath = "/files/\(segments: ["..", "etc"])"
    #expect(Interpolated(path: climbing).fault()?.part == .path)
  }
}
