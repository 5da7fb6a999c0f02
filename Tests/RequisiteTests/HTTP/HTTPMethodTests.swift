import Testing

@testable import Requisite

@Suite("HTTPMethod")
struct HTTPMethodTests {
  @Test(
    "the methods of WebDAV are safe and idempotent as the registry of RFC 9110 §16.1 says", .feature("F42"))
  func registry() {
    for name in ["PROPFIND", "REPORT", "SEARCH", "QUERY"] {
      let method = HTTPMethod(rawValue: name)
      #expect(method.isSafe && method.isIdempotent, "\(name)")
    }
    for name in ["PROPPATCH", "MKCOL", "COPY", "MOVE", "ACL", "MKCALENDAR"] {
      let method = HTTPMethod(rawValue: name)
      #expect(!method.isSafe && method.isIdempotent, "\(name)")
    }
    for name in ["LOCK", "PATCH", "POST", "UNKNOWN", "propfind"] {
      let method = HTTPMethod(rawValue: name)
      #expect(!method.isSafe && !method.isIdempotent, "\(name)")
    }
  }

  private struct Call: Request {
    typealias ReturnType = Void
    let path = "/x"
    let method: HTTPMethod
  }

  private struct Plain: Request {
    typealias ReturnType = Void
    let path = "/x"
  }

  @Test(
    "lower-case in Swift, upper-case on the wire", .feature("A10", "D3", "E1"),
    arguments: [
      (HTTPMethod.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.patch, "PATCH"),
      (.delete, "DELETE"), (.options, "OPTIONS"), (.trace, "TRACE"), ("PROPFIND", "PROPFIND"),
    ])
  func names(method: HTTPMethod, name: String) throws {
    #expect(method.name == name)
    #expect(try Call(method: method).asURLRequest(baseURL: "https://h.example").httpMethod == name)
  }

  @Test("a request without a method is a GET", .feature("A11", "C27", "E3"))
  func defaultMethod() throws {
    #expect(try Plain().asURLRequest(baseURL: "https://h.example").httpMethod == "GET")
  }

  @Test("methods are compared by their spelling", .feature("B5"))
  func equality() {
    #expect(HTTPMethod.get == HTTPMethod(rawValue: "GET"))
    #expect(HTTPMethod.get != "get")
    #expect(HTTPMethod.post != .put)
  }

  @Test(
    "a method that is not a token is refused",
    arguments: ["", " ", "GE T", "GET\r\nX: y", "GÉT", "a/b", "(x)"])
  func invalid(name: String) throws {
    let fault = try #require(Call(method: HTTPMethod(rawValue: name)).fault())
    #expect(fault.part == .method)
  }

  @Test("Safe and idempotent methods are those of RFC 9110 and QUERY (RFC 10008); unknown ones are neither")
  func traits() {
    let all: [HTTPMethod] = [
      .get, .head, .options, .trace, .query, .put, .delete, .post, .patch, "X", "query",
    ]
    #expect(all.filter(\.isSafe) == [.get, .head, .options, .trace, .query])
    #expect(all.filter(\.isIdempotent) == [.get, .head, .options, .trace, .query, .put, .delete])
    #expect(!HTTPMethod.query.forbidsBody && ("QUERY" as HTTPMethod).isSafe)
  }

  @Test("A method of one's own can be declared as safe or idempotent, and is equal to one of the same name")
  func declared() {
    let (report, move) = (HTTPMethod("REPORT", isSafe: true), HTTPMethod("MOVE", isIdempotent: true))
    #expect(report.isSafe && report.isIdempotent && !move.isSafe && move.isIdempotent)
    #expect(report == "REPORT" && Set([report, "REPORT"]).count == 1)
  }
}
