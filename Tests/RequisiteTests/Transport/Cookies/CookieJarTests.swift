import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A cookie jar")
struct CookieJarTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000_000)
  private let clock: TestClock
  private let callClock: CallClock
  private let jar: CookieJar

  init() {
    clock = TestClock()
    callClock = CallClock(clock, startingAt: Self.start)
    jar = CookieJar(clock: callClock)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// The `Cookie` field of a request to that URL.
  private func sent(_ text: String) throws -> String? { jar.field(for: try url(text)) }

  private func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  @Test("the examples of RFC 6265 §3.1 hold")
  func examples() throws {
    let site = try url("https://www.example.com/some/page")
    jar.store("SID=31d4d96e407aad42", from: site)
    #expect(try sent("https://www.example.com/some/other") == "SID=31d4d96e407aad42")
    #expect(try sent("https://www.example.com/other") == nil)
    jar.store("SID=31d4d96e407aad42; Path=/; Domain=example.com", from: site)
    #expect(try sent("https://example.com/") == "SID=31d4d96e407aad42")
    jar.removeAll()
    jar.store("SID=31d4d96e407aad42; Path=/; Secure; HttpOnly", from: site)
    jar.store("lang=en-US; Path=/; Domain=example.com", from: site)
    #expect(try sent("https://www.example.com/") == "SID=31d4d96e407aad42; lang=en-US")
    #expect(try sent("http://www.example.com/") == "lang=en-US")
    jar.store("lang=en-US; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/; Domain=example.com", from: site)
    #expect(try sent("https://other.example.com/") == "lang=en-US")
    jar.store("lang=; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Path=/; Domain=example.com", from: site)
    #expect(try sent("https://www.example.com/") == "SID=31d4d96e407aad42")
  }

  @Test(
    "a server can set cookies for its own host and its parent domains, and for no other",
    arguments: [
      ("https://a.example.com/", "x=1; Domain=example.com", "https://b.example.com/", true),
      ("https://a.example.com/", "x=1; Domain=.example.com", "https://example.com/", true),
      ("https://a.example.com/", "x=1", "https://example.com/", false),
      ("https://a.example.com/", "x=1", "https://b.a.example.com/", false),
      ("https://a.example.com/", "x=1; Domain=", "https://b.a.example.com/", false),
      ("https://a.example.com/", "x=1; Domain=b.example.com", "https://b.example.com/", false),
      ("https://a.example.com/", "x=1; Domain=b.a.example.com", "https://b.a.example.com/", false),
      ("https://a.example.com/", "x=1; Domain=other.com", "https://other.com/", false),
      ("https://a.example.com/", "x=1; Domain=com", "https://b.com/", false),
      ("https://a.example.com./", "x=1; Domain=com.", "https://b.com./", false),
      ("https://localhost/", "x=1; Domain=localhost", "https://localhost/", true),
      ("https://localhost/", "x=1; Domain=localhost", "https://a.localhost/", false),
      ("https://127.0.0.1/", "x=1; Domain=127.0.0.1", "https://127.0.0.1/", true),
      ("https://127.0.0.1/", "x=1; Domain=0.0.1", "https://1.0.0.1/", false),
      ("https://[::1]/", "x=1", "https://[::1]/", true),
      ("https://A.EXAMPLE.com/", "x=1; Domain=EXAMPLE.COM", "HTTPS://b.example.COM/", true),
      ("https://example.com:8443/", "x=1", "https://example.com/", true),
    ])
  func domains(from: String, field: String, to: String, isSent: Bool) throws {
    jar.store(field, from: try url(from))
    #expect(try sent(to) == (isSent ? "x=1" : nil))
  }

  @Test(
    "public suffixes are refused as domains, from servers and programs",
    arguments: ["com", "co.uk", "com.au", "or.jp", "uk", "localhost", "github.io"])
  func sharedDomains(domain: String) throws {
    let jar = CookieJar(isPublicSuffix: { $0 == "github.io" })
    #expect(!jar.store("x=1; Domain=\(domain)", from: try url("https://a.\(domain)/")))
    #expect(throws: NetworkRequestError.self) {
      try jar.insert(Cookie("x", "1", domain: domain, isHostOnly: false))
    }
    try jar.insert(Cookie("x", "1", domain: domain))
    #expect(jar.cookies.map(\.isHostOnly) == [true])
  }

  @Test("a program can pass a list of public suffixes")
  func publicSuffixes() throws {
    let jar = CookieJar(isPublicSuffix: { $0 == "co.uk" || $0 == "github.io" })
    #expect(!jar.store("x=1; Domain=co.uk", from: try url("https://shop.co.uk/")))
    #expect(jar.store("x=1; Domain=shop.co.uk", from: try url("https://www.shop.co.uk/")))
    #expect(jar.store("y=1; Domain=github.io", from: try url("https://github.io/")))
    #expect(jar.cookies.map(\.isHostOnly) == [false, true])
    #expect(!jar.store("z=1; Domain=github.io.", from: try url("https://a.github.io./")), "a dot ends a name")
  }

  @Test("http cannot set or replace cookies that are Secure")
  func secure() throws {
    let (secure, plain) = (try url("https://example.com/a/b"), try url("http://example.com/a/b"))
    #expect(!jar.store("x=1; Secure", from: plain))
    #expect(jar.store("x=1; Secure; Path=/a", from: secure))
    #expect(!jar.store("x=2; Path=/a", from: plain))
    #expect(!jar.store("x=2; Path=/a/c", from: plain))
    #expect(
      !jar.store("x=2; Path=/a", from: try url("http://sub.example.com/")), "the domain above is covered")
    #expect(jar.store("x=2; Path=/", from: plain), "above the other's path, it covers nothing")
    #expect(jar.store("x=3; Path=/a", from: secure))
    #expect(try sent("https://example.com/a/b") == "x=3; x=2")
  }

  @Test(
    "cookies with the prefixes __Secure- and __Host- need their attributes",
    arguments: [
      ("__Secure-x=1; Secure", true), ("__Secure-x=1", false), ("__secure-x=1", false),
      ("__Host-x=1; Secure; Path=/", true), ("__Host-x=1; Path=/", false), ("__Host-x=1; Secure", false),
      ("__Host-x=1; Secure; Path=/a", false), ("__Host-x=1; Secure; Path=/; Domain=example.com", false),
      ("__HOST-x=1; Secure; Path=/a", false), ("__Hostx=1", true), ("__Secure=1", true),
    ])
  func prefixes(field: String, isTaken: Bool) throws {
    #expect(jar.store(field, from: try url("https://example.com/")) == isTaken)
    #expect(jar.cookies.isEmpty == !isTaken)
  }

  @Test("cookies expire at their time, and an expired one removes the one before it")
  func expiry() throws {
    let site = try url("https://example.com/")
    jar.store("a=1; Max-Age=60", from: site)
    jar.store("b=1", from: site)
    wait(59)
    #expect(try sent("https://example.com/") == "a=1; b=1")
    wait(1)
    #expect(try sent("https://example.com/") == "b=1")
    #expect(jar.cookies.map(\.name) == ["b"])
    jar.store("b=; Max-Age=0", from: site)
    #expect(jar.cookies.isEmpty)
  }

  @Test("a new value keeps the age of the old one, and cookies are sent by longest path, then by age")
  func order() throws {
    let site = try url("https://example.com/")
    for name in ["a", "b", "c"] {
      jar.store("\(name)=1", from: site)
      wait(1)
    }
    jar.store("deep=1; Path=/x", from: site)
    jar.store("wide=1; Domain=example.com", from: site)
    jar.store("a=2", from: site)
    #expect(try sent("https://example.com/x/y") == "deep=1; a=2; b=1; c=1; wide=1")
    #expect(jar.cookies.first?.created == Self.start)
    #expect(jar.cookies.map(\.name) == ["a", "b", "c", "deep", "wide"])
    jar.store("a=3; Path=/x", from: site)
    jar.store("a=4; Domain=example.com", from: site)
    #expect(
      jar.cookies(for: site).map(\.value) == ["2", "1", "1", "1", "4"],
      "another path, another domain: another cookie")
  }

  @Test(
    "cookies per domain and in all are limited: the least recently used are removed first, Secure ones last")
  func limits() throws {
    let jar = CookieJar(limits: CookieLimits(perDomain: 3, total: 4), clock: callClock) { _ in false }
    let site = try url("https://a.com/")
    jar.store("s=1; Secure", from: site)
    jar.store("b=1", from: site)
    jar.store("c=1; Path=/c", from: site)
    _ = jar.field(for: site)
    jar.store("d=1", from: site)
    #expect(jar.cookies.map(\.name) == ["s", "b", "d"], "c was not used")
    jar.store("e=1", from: try url("https://e.com/"))
    jar.store("f=1", from: try url("https://f.com/"))
    #expect(jar.cookies.map(\.name) == ["s", "d", "e", "f"])
  }

  @Test("the cookies of a jar are saved as JSON and restored")
  func persistence() throws {
    let site = try url("https://www.example.com/a/b")
    jar.store("a=1; Max-Age=60; SameSite=Strict; HttpOnly; Secure", from: site)
    jar.store("b=2; Domain=example.com; Path=/", from: site)
    let saved = try JSONEncoder().encode(jar.cookies)
    let other = CookieJar(clock: callClock)
    try other.insert(JSONDecoder().decode([Cookie].self, from: saved))
    #expect(other.cookies == jar.cookies)
    #expect(try other.field(for: url("https://www.example.com/a/c")) == "a=1; b=2")
  }

  @Test("the descriptions of jars and cookies have no values")
  func redaction() throws {
    let field = "id=\(Canary.secret); Max-Age=60; HttpOnly; SameSite=None; Secure"
    jar.store(field, from: try url("https://example.com/"))
    let cookie = try #require(jar.cookies.first)
    for value in [jar, cookie, [cookie], RequestOptions().with(\.cookies, jar)] as [Any] {
      #expect(!Canary.isHeard(in: value))
    }
    #expect(cookie.description.hasPrefix("id=<redacted>; host example.com; Path=/; Expires="))
    #expect(cookie.description.hasSuffix("GMT; Secure; HttpOnly; SameSite=None"))
  }
}
