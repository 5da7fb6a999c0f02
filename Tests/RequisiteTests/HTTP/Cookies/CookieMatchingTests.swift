import Testing

@testable import Requisite

@Suite("Which hosts and paths a cookie is for")
struct CookieMatchingTests {
  @Test("a cookie that was decoded or changed is sent, with any spelling of its domain")
  func spelledDomain() throws {
    let jar = CookieJar()
    var cookie = Cookie("a", "b", domain: "api.test")
    cookie.domain = ".API.test"
    try jar.insert(cookie)
    #expect(jar.cookies(for: try #require(URL(string: "https://api.test/x"))).map(\.value) == ["b"])
  }

  @Test("a cookie whose date of expiry is not a number has expired")
  func noDate() throws {
    let jar = CookieJar()
    try jar.insert(Cookie("a", "b", domain: "api.test", expires: Date(timeIntervalSince1970: .nan)))
    #expect(jar.cookies.isEmpty)
  }

  @Test(
    "a domain is the host or a parent domain",
    arguments: [
      ("example.com", "example.com", true), ("www.example.com", "example.com", true),
      ("a.b.example.com", "example.com", true), ("example.com", "www.example.com", false),
      ("badexample.com", "example.com", false), ("example.com.evil.test", "example.com", false),
      ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "0.0.1", false), ("1.127.0.0.1", "127.0.0.1", false),
      ("127.0.0.1", "1", false), ("a.0x7f", "0x7f", false), ("::ffff:1.2.3.4", "3.4", false),
      ("example.com.", "", false), ("example.com.", "com.", true), ("example.com", ".com", false),
    ])
  func domains(host: String, domain: String, matches: Bool) {
    #expect(CookieDomain.matches(host, domain) == matches)
  }

  @Test(
    "a domain of one label belongs to no host",
    arguments: [
      ("com", true), ("com.", true), (".com", true), ("", true), (".", true), ("localhost", true),
      ("a.b", false), ("a.b.", false),
    ])
  func singleLabels(domain: String, isSingle: Bool) {
    #expect(CookieDomain.isShared(domain) == isSingle)
  }

  @Test("the candidates of a host are the host and its parent domains, those of an address only the address")
  func candidates() {
    #expect(CookieDomain.candidates(for: "a.b.com") == ["a.b.com", "b.com", "com"])
    #expect(CookieDomain.candidates(for: "localhost") == ["localhost"])
    #expect(CookieDomain.candidates(for: "127.0.0.1") == ["127.0.0.1"])
    #expect(CookieDomain.candidates(for: "::1") == ["::1"])
    #expect(CookieDomain.candidates(for: "b.com.") == ["b.com.", "com."])
  }

  @Test("the candidates of a host are exactly the domains that match it")
  func candidatesMatch() {
    let labels = ["a", "com", "0", "127", "x1", ""]
    checkProperty { generator in
      func name(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in labels[generator.index(below: labels.count)]
        }
        .joined(separator: ".")
      }
      let host = name(&generator)
      let domain = generator.chance(2) ? String(host.drop { $0 != "." }.dropFirst()) : name(&generator)
      guard !host.isEmpty, !domain.isEmpty else { return true }
      return CookieDomain.matches(host, domain) == CookieDomain.candidates(for: host).contains(domain)
    }
  }

  @Test(
    "a path is that of the request or a parent folder",
    arguments: [
      ("/", "/", true), ("/a", "/", true), ("/a", "/a", true), ("/a/", "/a", true), ("/a/b", "/a", true),
      ("/a/b", "/a/", true), ("/a", "/a/", false), ("/ab", "/a", false), ("/A", "/a", false),
      ("/", "/a", false),
      ("/a%2Fb", "/a", false),
    ])
  func paths(path: String, cookiePath: String, matches: Bool) {
    #expect(CookiePath.matches(path, cookiePath) == matches)
  }

  @Test(
    "the default is the folder of the request's path",
    arguments: [
      ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/", "/a/b"), ("", "/"), ("a/b", "/"),
      ("//", "/"),
    ])
  func defaults(path: String, folder: String) {
    #expect(CookiePath.byDefault(for: path) == folder)
  }
}
