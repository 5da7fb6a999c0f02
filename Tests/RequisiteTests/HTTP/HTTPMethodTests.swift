import Testing

@testable import Requisite

@Suite("HTTPMethod")
struct HTTPMethodTests {
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

  @Test("Safe and idempotent methods are those of RFC 9110; unknown ones are neither")
  func traits() {
    let all: [HTTPMethod] = [.get, .head, .options, .trace, .put, .delete, .post, .patch, "X"]
    #expect(all.filter(\.isSafe) == [.get, .head, .options, .trace])
    #expect(all.filter(\.isIdempotent) == [.get, .head, .options, .trace, .put, .delete])
  }
}
