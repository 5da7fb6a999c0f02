import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Cookies that a program puts into a jar")
struct CookieInsertionTests {
  private let jar = CookieJar()

  @Test("a program can add, list and remove cookies of its own")
  func own() throws {
    try jar.insert(Cookie("a", "1", domain: ".Example.com", isHostOnly: false))
    try jar.insert(Cookie("b", "2", domain: "example.com", path: "/b", isSecure: false))
    let (above, plain) = (URL(string: "https://www.example.com/"), URL(string: "http://example.com/b"))
    #expect(jar.field(for: try #require(above)) == "a=1")
    #expect(jar.field(for: try #require(plain)) == "b=2")
    jar.remove { $0.name == "a" }
    #expect(jar.cookies.map(\.name) == ["b"])
    jar.removeAll()
    #expect(jar.cookies.isEmpty)
  }

  @Test(
    "a cookie that cannot be sent is an error that names it, and no cookie is added",
    arguments: [
      Cookie("", "1", domain: "a.com"), Cookie("x=y", "1", domain: "a.com"),
      Cookie("x;y", "1", domain: "a.com"),
      Cookie("x", "a; b", domain: "a.com"), Cookie("x", "a\r\nb", domain: "a.com"),
      Cookie("x", "1", domain: ""),
      Cookie("x", "1", domain: "a.com", path: "a"),
      Cookie("__Secure-x", "1", domain: "a.com", isSecure: false),
      Cookie("__Host-x", "1", domain: "a.com", isHostOnly: false),
      Cookie("x", String(repeating: "1", count: 4096), domain: "a.com"),
    ])
  func faults(cookie: Cookie) throws {
    let error = #expect(throws: NetworkRequestError.self) {
      try jar.insert([Cookie("good", "1", domain: "a.com"), cookie])
    }
    #expect(error?.kind == .invalidRequest && "\(error as Any)".contains("“\(cookie.name)”"))
    #expect(jar.cookies.isEmpty)
  }
}
