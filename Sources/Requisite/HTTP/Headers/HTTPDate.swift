/// A point in time as HTTP writes it (RFC 9110 §5.6.7): whole seconds, in GMT.
///
/// ```swift
/// HTTPDate(Date(timeIntervalSince1970: 784_111_777)).description  // Sun, 06 Nov 1994 08:49:37 GMT
/// HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT")?.date                // the same moment
/// ```
/// All three forms are read, and the first is written, as the RFC asks of everyone:
///
/// | form | example |
/// | --- | --- |
/// | IMF-fixdate | `Sun, 06 Nov 1994 08:49:37 GMT` |
/// | RFC 850, obsolete | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | asctime, obsolete | `Sun Nov  6 08:49:37 1994` |
public struct HTTPDate: Hashable, Sendable {
  /// The moment, in whole seconds.
  public let date: Date

  /// Makes the HTTP date of a moment: the whole second that it lies in. What lies outside of the years 0 to 9999,
  /// which the format cannot write, becomes the nearest moment within.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(secondsSince1970: seconds.isNaN ? 0 : min(max(seconds, Self.earliest), Self.latest))
  }

  init(secondsSince1970 seconds: Double) {
    date = Date(timeIntervalSince1970: seconds)
  }

  private static let earliest = -62_167_219_200.0  // 0000-01-01T00:00:00Z
  private static let latest = 253_402_300_799.0  // 9999-12-31T23:59:59Z

  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let longWeekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension HTTPDate: LosslessStringConvertible {
  /// The date as it goes on the wire: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var description: String {
    let total = Int(date.timeIntervalSince1970)
    let time = ((total % 86_400) + 86_400) % 86_400
    let day = CivilDay(daysSince1970: (total - time) / 86_400)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, to: 2) }.joined(separator: ":")
    let weekday = Self.weekdays[day.weekday]
    let month = Self.months[day.month - 1]
    return "\(weekday), \(Self.padded(day.day, to: 2)) \(month) \(Self.padded(day.year, to: 4)) \(clock) GMT"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
