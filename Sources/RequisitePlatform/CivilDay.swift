/// A day of the Gregorian calendar, extended to dates before its introduction: a fast replacement for `Calendar` in GMT.
///
/// The calculations count years from March, so that the leap day is the last day of its year; 400 years have 146,097 days.
package struct CivilDay: Equatable {
  package let year: Int
  /// The month, from 1.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates a day; nil if the calendar does not have it.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(ofMonth: month, year: year)).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468  // from 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The seconds from 1970 to a time of the day, which is in seconds.
  package func seconds(at time: Int) -> Int64 { Int64(daysSince1970) * 86_400 + Int64(time) }

  /// The day of the week, from 0 for Monday.
  package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
