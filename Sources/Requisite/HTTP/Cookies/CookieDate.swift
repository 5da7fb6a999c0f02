/// A lenient parser for the `Expires` attribute of a cookie (RFC 6265 §5.1.1): the parts of the date may come in any order,
/// with any text between and after them. It accepts the three date formats of HTTP and the variants that servers send.
enum CookieDate {
  /// The longest text that can be a date, in bytes. Dates of 40 bytes are common.
  private static let longest = 256

  /// Parses a date. Returns nil if a part is missing, the day or time does not exist, the year is before 1601, or the text
  /// is too long.
  static func parse(_ text: some StringProtocol) -> Date? {
    guard text.utf8.count <= longest else { return nil }
    var parts = Parts()
    for token in text.utf8.split(whereSeparator: isDelimiter) { parts.take(token) }
    return parts.date
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The parts of a date found so far. Each part comes from the first token that fits.
  private struct Parts {
    var time: Time?
    var day: Int?
    var month: Int?
    var year: Int?

    mutating func take(_ token: some Collection<UInt8>) {
      if time == nil, let found = CookieDate.time(token) { return time = found }
      if day == nil, let found = CookieDate.number(token, digits: 1...2) { return day = found }
      if month == nil, let found = CookieDate.month(token) { return month = found }
      if year == nil, let found = CookieDate.number(token, digits: 2...4) { year = found }
    }

    var date: Date? {
      guard let time = time?.seconds, let day, let month, let year = year.map(CookieDate.fullYear),
        year >= 1601,
        let civil = CivilDay(year: year, month: month, day: day)
      else { return nil }
      return Date(timeIntervalSince1970: Double(civil.seconds(at: time)))
    }
  }

  private static func fullYear(_ year: Int) -> Int {
    switch year {
    case 70...99: year + 1900
    case 0...69: year + 2000
    default: year
    }
  }

  /// Three numbers in the form of a time of day, which may be out of range.
  private struct Time {
    let hour: Int
    let minute: Int
    let second: Int

    var seconds: Int? {
      hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : nil
    }
  }

  /// Parses `1*2DIGIT ":" 1*2DIGIT ":" 1*2DIGIT` and ignores any text after the digits.
  private static func time(_ token: some Collection<UInt8>) -> Time? {
    let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].allSatisfy(ASCII.isDigit), fields[1].allSatisfy(ASCII.isDigit),
      let hour = number(fields[0], digits: 1...2), let minute = number(fields[1], digits: 1...2),
      let second = number(fields[2], digits: 1...2)
    else { return nil }
    return Time(hour: hour, minute: minute, second: second)
  }

  /// The number at the start of a token; nil if its count of digits is not in `digits`.
  private static func number(_ token: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let prefix = token.prefix(while: ASCII.isDigit)
    guard digits.contains(prefix.count) else { return nil }
    return prefix.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// The number of a month, from 1. Only the first three letters of its name are compared, case-insensitively.
  private static func month(_ token: some Collection<UInt8>) -> Int? {
    guard token.count >= 3 else { return nil }
    let name = token.prefix(3).map(ASCII.lowercased)
    return HTTPDate.months.firstIndex { "\($0)".utf8.map(ASCII.lowercased) == name }.map { $0 + 1 }
  }
}
