import Testing

@testable import Requisite

@Suite("Set-Cookie")
struct SetCookieTests {
  private static let now = Date(timeIntervalSince1970: 1_000_000_000)

  @Test(
    "names and values with unusual characters are kept",
    arguments: [
      ("SID=31d4d96e407aad42", "SID", "31d4d96e407aad42"), ("a=", "a", ""), ("a=b=c", "a", "b=c"),
      (" a \t= b c ; Secure", "a", "b c"), ("a=\"b; c\"", "a", "\"b"), ("a=\"b\"", "a", "\"b\""),
      ("é=ü", "é", "ü"), ("a=b,c", "a", "b,c"), ("a=b;", "a", "b"), ("a=b;;;x", "a", "b"),
      ("a[0]=1", "a[0]", "1"),
    ])
  func pairs(field: String, name: String, value: String) throws {
    let cookie = try SetCookie(field)
    #expect(cookie.name == name && cookie.value == value)
  }

  @Test(
    "a field without a name or a value is ignored",
    arguments: ["", ";", "a", "=", "=b", " = b", "; a=b", "Secure", "\t"])
  func malformed(field: String) {
    #expect(throws: CookieRefusal.malformed) { try SetCookie(field) }
  }

  @Test(
    "a field with a control character is ignored",
    arguments: ["\0", "\u{1}", "\n", "\r", "\u{1F}", "\u{7F}"])
  func controls(character: String) {
    for field in ["a\(character)=b", "a=b\(character)c", "a=b; Path=/\(character)"] {
      #expect(throws: CookieRefusal.control) { try SetCookie(field) }
    }
    #expect(throws: Never.self) { try SetCookie("a=b\tc") }
  }

  @Test("name and value have at most 4096 bytes, an attribute 1024")
  func lengths() throws {
    #expect(throws: Never.self) { try SetCookie("ab=" + String(repeating: "x", count: 4094)) }
    #expect(throws: CookieRefusal.tooLong) { try SetCookie("ab=" + String(repeating: "x", count: 4095)) }
    #expect(throws: CookieRefusal.tooLong) { try SetCookie("a=" + String(repeating: "é", count: 2048)) }
    let longest = "/" + String(repeating: "x", count: 1023)
    #expect(try SetCookie("a=b; Path=\(longest)").path == longest)
    #expect(try SetCookie("a=b; Path=\(longest)x").path == nil)
  }

  @Test("all attributes are read, with letters of any case and white space around them")
  func attributes() throws {
    let cookie = try SetCookie(
      "lang=en-US; expires = Sun, 06 Nov 1994 08:49:37 GMT ;MAX-AGE=10; domain=.Example.COM; pAth= /a ;secure=x;"
        + "HttpOnly; SameSite=lax; Priority=High; Partitioned")
    #expect(cookie.expires == Date(timeIntervalSince1970: 784_111_777))
    #expect(cookie.maxAge == 10 && cookie.domain == "example.com" && cookie.path == "/a")
    #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.sameSite == .lax)
  }

  @Test(
    "the last valid attribute of a name applies",
    arguments: [
      ("Domain=a.com; Domain=b.com", "b.com", nil), ("Domain=a.com; Domain=", "", nil), ("Domain", "", nil),
      ("Path=/a; Path=/b", "", "/b"), ("Path=/a; Path=b", "", nil), ("Path=/a; Path", "", nil),
      ("Domain=..com", ".com", nil),
    ] as [(String, String, String?)])
  func last(attributes: String, domain: String, path: String?) throws {
    let cookie = try SetCookie("a=b; \(attributes)")
    #expect(cookie.domain == domain && cookie.path == path)
  }

  @Test(
    "Max-Age wins over Expires, and a Max-Age that is not a number is skipped",
    arguments: [
      ("Max-Age=60", 60), ("Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT", 60),
      ("Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=60", 60),
      ("Max-Age=x; Expires=Sun, 09 Sep 2001 01:46:50 GMT", 10), ("Max-Age=; Max-Age=5", 5),
      ("Max-Age=5; Max-Age=x", 5),
      ("Max-Age=5; Max-Age=+7", 5), ("Max-Age=5; Max-Age=-", 5), ("Max-Age=5; Max-Age=1e3", 5),
      ("Expires=Sun, 09 Sep 2001 01:46:50 GMT; Expires=never", 10),
      ("Max-Age=99999999999999999999999", 252_402_300_799),
    ])
  func expiry(attributes: String, seconds: Double) throws {
    #expect(try SetCookie("a=b; \(attributes)").expiry(at: Self.now) == Self.now.addingTimeInterval(seconds))
  }

  @Test(
    "a Max-Age of 0 or less is in the past, and without Max-Age and Expires the cookie lasts for the session",
    arguments: ["0", "-1", "-99999999999999999999"])
  func past(maxAge: String) throws {
    #expect(try SetCookie("a=b; Max-Age=\(maxAge)").expiry(at: Self.now) == .distantPast)
    #expect(try SetCookie("a=b; Expires=never").expiry(at: Self.now) == nil)
  }

  @Test("any field is read or refused, and a cookie that is read can be sent")
  func anything() {
    let pieces = [
      "a", "=", ";", ",", " ", "\t", "Path", "/", "Domain", ".", "Max-Age", "9", "-", "é", "\u{301}", "\r",
    ]
    checkProperty(cases: 2000) { generator in
      let field = (0..<generator.index(below: 20)).map { _ in pieces[generator.index(below: pieces.count)] }
        .joined()
      let target = CookieTarget(.api("/a/b"))
      do throws(CookieRefusal) {
        let cookie = try Cookie(SetCookie(field), from: target, at: Self.now) { _ in false }
        return cookie.fault { _ in false } == nil
      } catch {
        return true
      }
    }
  }
}

@Suite("Set-Cookie fields joined by Foundation")
struct SetCookieValuesTests {
  @Test(
    "are split at a comma before a name and an equals sign",
    arguments: [
      ["a=1"], ["a=1", "b=2"], ["a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/", "b=2; Secure", "c="],
      ["a=1; expires=Wednesday, 21-Oct-15 07:28:00 GMT", "b=2"], ["a=1,2,3", "b=4"],
      ["a=x, y; Path=/", "b=2"],
      ["a"], [""], ["a=1,"], ["a=,;", "__Host-b.c=1"],
    ])
  func split(fields: [String]) {
    #expect(SetCookieValues.split(fields.joined(separator: ", ")) == fields)
    #expect(SetCookieValues.split(fields.joined(separator: ",")) == fields)
  }
}
