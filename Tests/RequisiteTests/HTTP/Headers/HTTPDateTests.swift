import Testing

@testable import Requisite

@Suite("HTTPDate")
struct HTTPDateTests {
  private let now = Date(timeIntervalSince1970: 1_750_000_000)  // 15 June 2025

  @Test(
    "all three forms of RFC 9110 §5.6.7 are the same moment",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func forms(text: String) throws {
    let date = try #require(HTTPDate(text, now: now))
    #expect(date.date.timeIntervalSince1970 == 784_111_777)
    #expect(date.description == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test(
    "a date that is not exactly one of the forms is ignored",
    arguments: [
      "", "0", "tomorrow", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 gmt", "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 00:00:00 GMT",
      "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
      " Sun, 06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov -994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
      "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994 GMT",
      "Sun, 06 Nov 19١4 08:49:37 GMT",
    ])
  func refused(text: String) {
    #expect(HTTPDate(text, now: now) == nil)
  }

  @Test("a year with two digits is the latest one at most 50 years ahead")
  func century() {
    func year(_ text: String) -> String? {
      HTTPDate("Monday, 01-Jan-\(text) 00:00:00 GMT", now: now).map {
        String($0.description.dropFirst(12).prefix(4))
      }
    }
    #expect(year("25") == "2025")
    #expect(year("70") == "2070")
    #expect(year("75") == "2075")
    #expect(year("76") == "1976")
    #expect(year("99") == "1999")
    #expect(year("00") == "2000")
  }

  @Test("a leap second is the start of the next minute, and a wrong weekday is ignored")
  func leniency() {
    #expect(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT") == HTTPDate("Sun, 01 Jan 2017 00:00:00 GMT"))
    #expect(HTTPDate("Mon, 06 Nov 1994 08:49:37 GMT") == HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT"))
  }

  @Test("every date is written and read back, leap years and the first day included")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 7)
    var moments = (0..<5_000).map { _ in
      Double(Int.random(in: -62_167_219_200...253_402_300_799, using: &generator))
    }
    moments += [-62_167_219_200, -1, 0, 951_782_400, 4_107_542_400, 253_402_300_799]
    for moment in moments {
      let date = HTTPDate(Date(timeIntervalSince1970: moment))
      #expect(date.date.timeIntervalSince1970 == moment)
      #expect(HTTPDate(date.description)?.date == date.date)
    }
  }

  @Test("days agree with Foundation's calendar")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in stride(from: -50_000, to: 200_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let expected = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      let civil = CivilDay(daysSince1970: day)
      #expect([civil.year, civil.month, civil.day] == [expected.year, expected.month, expected.day])
      #expect((civil.weekday + 1) % 7 + 1 == expected.weekday)
      #expect(civil.daysSince1970 == day)
    }
  }

  @Test("a moment outside of the format becomes the nearest one that it can write")
  func extremes() {
    #expect(HTTPDate(Date(timeIntervalSince1970: .infinity)).description == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate(Date(timeIntervalSince1970: -.infinity)).description == "Sat, 01 Jan 0000 00:00:00 GMT")
    #expect(HTTPDate(Date(timeIntervalSince1970: .nan)).description == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate(Date(timeIntervalSince1970: 0.999)).date.timeIntervalSince1970 == 0)
  }

  @Test("A field is read as a date, and created from one")
  func field() {
    let date = Date(timeIntervalSince1970: 784_111_777)
    let field = HTTPHeader(.ifModifiedSince, date: date)
    #expect(field.value == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPHeaders([field]).date(of: .ifModifiedSince) == date)
    #expect(
      (["Expires": "0"] as HTTPHeaders).date(of: .expires) == nil && HTTPHeaders().date(of: .date) == nil)
  }
}
