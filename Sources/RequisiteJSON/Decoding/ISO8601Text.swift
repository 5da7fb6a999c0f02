/// The most common form of date, `2026-03-01T12:00:00Z`, read without Foundation's formatter.
enum ISO8601Text {
  /// Parses a date in this form. Returns nil for any other form, and for days that do not exist, such as 30 February.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"),
      let century = pair(text, 0), let yearOfCentury = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8), let hour = pair(text, 11), let minute = pair(text, 14),
      let second = pair(text, 17)
    else { return nil }
    let year = century * 100 + yearOfCentury
    guard year >= 1600, 1...12 ~= month, day >= 1, day <= daysInMonth(month, of: year), hour < 24,
      minute < 60,
      second < 60
    else { return nil }
    let time = hour * 3_600 + minute * 60 + second
    // Int has 32 bits on some watches, which end in 2038.
    return Date(timeIntervalSince1970: Double(Int64(daysSince1970(year, month, day)) * 86_400 + Int64(time)))
  }

  private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
    let tens = text[position] &- UInt8(ascii: "0")
    let ones = text[position + 1] &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  private static func daysInMonth(_ month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days since 1 January 1970. Counts in years that begin in March: the leap day is then a year's last day.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }
}
