import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("A jar under hostile servers", .timeLimit(.minutes(1)))
struct CookieFloodTests {
  private let jar = CookieJar(
    clock: CallClock(TestClock(), startingAt: Date(timeIntervalSince1970: 1_000_000_000)))

  @Test("10,000 cookies of a host remove only cookies of that host")
  func many() throws {
    let (host, other) = (
      try #require(URL(string: "https://a.test/")), try #require(URL(string: "https://b.test/"))
    )
    jar.store("mine=1", from: other)
    for number in 0..<10_000 { jar.store("c\(number)=1; Domain=a.test", from: host) }
    #expect(jar.cookies(for: host).count == 50)
    #expect(jar.field(for: other) == "mine=1")
  }

  @Test("an expired cookie makes room before one that is still sent, however long ago that was used")
  func expiredFirst() {
    let now = Date(timeIntervalSince1970: 1_000_000_000)
    var storage = CookieStorage(limits: CookieLimits(perDomain: 2, total: 2))
    storage.put(Cookie("kept", "1", domain: "a.test"), at: now)
    storage.put(Cookie("short", "1", domain: "a.test", expires: now.addingTimeInterval(1)), at: now)
    let later = now.addingTimeInterval(2)
    storage.put(Cookie("new", "1", domain: "a.test"), at: later)
    #expect(storage.cookies(at: later).map(\.name).sorted() == ["kept", "new"])
  }

  @Test("a Secure cookie that has expired does not keep http from setting its name")
  func expiredSecure() throws {
    let clock = TestClock()
    let jar = CookieJar(clock: CallClock(clock))
    let (secure, plain) = (
      try #require(URL(string: "https://a.test/")), try #require(URL(string: "http://a.test/"))
    )
    jar.store("sid=1; Secure; Max-Age=10", from: secure)
    jar.store("sid=2", from: plain)
    #expect(jar.field(for: plain) == nil)
    clock.advance(by: .seconds(11))
    jar.store("sid=3", from: plain)
    #expect(jar.field(for: plain) == "sid=3")
  }

  @Test("30,000 cookies of as many hosts, of which a jar keeps 3,000, take no look at all of them")
  func hosts() throws {
    for number in 0..<30_000 {
      let scheme = number % 3 == 0 ? "http" : "https"
      let host = "host\(number).a\(number % 300).test"
      jar.store("sid=1; Domain=\(host)", from: try #require(URL(string: "\(scheme)://\(host)/")))
    }
    #expect(jar.cookies.count == 3_000)
  }

  @Test(
    "cookies of 100 KB are refused, and attributes of 100 KB ignored",
    arguments: [
      ("x=\(String(repeating: "a", count: 100_000))", nil),
      ("\(String(repeating: "a", count: 100_000))=x", nil),
      ("x=1; Path=/\(String(repeating: "a", count: 100_000))", "/"),
      ("x=1;\(String(repeating: " a=b;", count: 20_000))", "/"),
    ])
  func long(field: String, path: String?) throws {
    jar.store(field, from: try #require(URL(string: "https://a.test/")))
    #expect(jar.cookies.first?.path == path)
  }

  @Test(
    "A Max-Age beyond 64 bits keeps the cookie, and 0 or less removes it",
    arguments: [
      ("99999999999999999999", true), ("9223372036854775807", true), ("0", false),
      ("-99999999999999999999", false),
      ("+1", true), ("1.5", true), ("", true), ("0x0", true),
    ])
  func maxAge(value: String, isKept: Bool) throws {
    let url = try #require(URL(string: "https://a.test/"))
    jar.store("x=1; Max-Age=\(value)", from: url)
    #expect((jar.field(for: url) != nil) == isKept)
  }
}
