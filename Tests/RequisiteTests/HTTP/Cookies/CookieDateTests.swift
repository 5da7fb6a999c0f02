import Testing

@testable import Requisite

@Suite("Dates of cookies")
struct CookieDateTests {
  @Test(
    "the three forms of HTTP, and the variants that servers send, are read",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "06 Nov 1994 08:49:37", "Sun, 06-Nov-1994 08:49:37 GMT", "1994 Nov 6 08:49:37", "6 nov 94 8:49:37",
      "08:49:37 6 NOVEMBER 1994", "Sun,06;Nov/1994-08:49:37", "6th Nov 1994th 08:49:37.123 +0500",
      "\tSun 6 Nov 1994 08:49:37z",
    ])
  func forms(text: String) {
    #expect(CookieDate.parse(text) == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test(
    "a year with two digits is in 1970 to 2069",
    arguments: [("70", 1970), ("99", 1999), ("00", 2000), ("69", 2069), ("1601", 1601), ("9999", 9999)])
  func century(year: String, full: Int) throws {
    let day = try #require(CivilDay(year: full, month: 2, day: 3))
    let date = Date(timeIntervalSince1970: Double(day.daysSince1970 * 86_400))
    #expect(CookieDate.parse("3 Feb \(year) 00:00:00") == date)
  }

  @Test(
    "a malformed date is ignored",
    arguments: [
      "", "never", "0", "Sun, 06 Nov 1994", "08:49:37", "06 Nov 1994 24:00:00", "06 Nov 1994 08:60:00",
      "06 Nov 1994 08:49:60", "06 Nov 1994 08:49", "006 Nov 1994 08:49:37", "0 Nov 1994 08:49:37",
      "32 Nov 1994 08:49:37", "31 Nov 1994 08:49:37", "29 Feb 1900 08:49:37", "06 Nov 1600 08:49:37",
      "06 Nov 11994 08:49:37", "06 Nox 1994 08:49:37", "06 No 1994 08:49:37", "06 Nov 1994 123:49:37",
      "06 Nov 1994 25:00:00 08:49:37", "06 Nov 1994 08:49:37" + String(repeating: " ", count: 240),
    ])
  func noDates(text: String) {
    #expect(CookieDate.parse(text) == nil)
  }

  @Test("each part of a date is the first word that fits")
  func first() {
    let date = CookieDate.parse("06 Nov 1994 08:49:37 07 Dec 1995 09:50:38")
    #expect(date == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test("any moment that HTTPDate writes is read back")
  func roundTrip() {
    checkProperty { generator in
      let seconds = Int.random(in: -11_644_473_600...253_402_300_799, using: &generator)
      let date = Date(timeIntervalSince1970: Double(seconds))
      return CookieDate.parse(HTTPDate(date).description) == date
    }
  }
}
