import Testing

@testable import Requisite

@Suite("Which hosts and paths a cookie is for")
struct CookieMatchingTests {
  @Test("a cookie that was decoded or changed is sent, whatever the spelling of its domain")
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
    "a domain is the host's own or lies above it",
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
    "one label is nobody's own",
    arguments: [
      ("com", true), ("com.", true), (".com", true), ("", true), (".", true), ("localhost", true),
      ("a.b", false), ("a.b.", false),
    ])
  func singleLabels(domain: String, isSingle: Bool) {
    #expect(CookieDomain.isShared(domain) == isSingle)
  }

  @Test("a host is asked for with all that lies above it, an address by itself")
  func candidates() {
    #expect(CookieDomain.candidates(for: "a.b.com") == ["a.b.com", "b.com", "com"])
    #expect(CookieDomain.candidates(for: "localhost") == ["localhost"])
    #expect(CookieDomain.candidates(for: "127.0.0.1") == ["127.0.0.1"])
    #expect(CookieDomain.candidates(for: "::1") == ["::1"])
    #expect(CookieDomain.candidates(for: "b.com.") == ["b.com.", "com."])
  }

  @Test("every domain that matches a host is among its candidates, and no other")
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
    "a path is the request's own or lies above it",
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
