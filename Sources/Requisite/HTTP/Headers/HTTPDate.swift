/// A date as HTTP writes it: whole seconds in GMT (RFC 9110 §5.6.7).
///
/// All three formats are parsed, and the first one is written, as the RFC requires:
///
/// | form | example |
/// | --- | --- |
/// | IMF-fixdate | `Sun, 06 Nov 1994 08:49:37 GMT` |
/// | RFC 850, obsolete | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | asctime, obsolete | `Sun Nov  6 08:49:37 1994` |
struct HTTPDate: Hashable, Sendable {
  /// The date, in whole seconds.
  let date: Date

  /// Creates an HTTP date from a `Date`, rounded down to whole seconds.
  ///
  /// A date outside of the years 0 to 9999, which the format cannot write, becomes the nearest date within them.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(secondsSince1970: seconds.isNaN ? 0 : min(max(seconds, Self.earliest), Self.latest))
  }

  init(secondsSince1970 seconds: Double) {
    date = Date(timeIntervalSince1970: seconds)
  }

  private static let earliest = -62_167_219_200.0  // 0000-01-01T00:00:00Z
  private static let latest = 253_402_300_799.0  // 9999-12-31T23:59:59Z

  static let weekdays: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let longWeekdays: [StaticString] = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension HTTPDate: LosslessStringConvertible {
  /// The date as it is sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var description: String {
    let total = Int64(date.timeIntervalSince1970)
    let time = Int(((total % 86_400) + 86_400) % 86_400)
    let day = CivilDay(daysSince1970: Int((total - Int64(time)) / 86_400))
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

extension HTTPDate {
  /// Parses a date in any of the three formats; returns nil if the text deviates from all of them.
  ///
  /// As in the grammar, names are case-sensitive and extra white space is an error. The name of the weekday must be valid,
  /// but it may be the wrong weekday, because only the date is used. A leap second becomes the start of the next minute.
  init?(_ text: String) {
    self.init(text, now: Date())
  }

  /// Parses a date in any of the three formats; `now` decides the century of a two-digit year.
  ///
  /// A two-digit year, as in the RFC 850 format, is in the latest century that puts the date at most 50 years after `now`.
  init?(_ text: some StringProtocol, now: Date) {
    guard let date = text.withBytes({ HTTPDate(bytes: $0, now: now) }) else { return nil }
    self = date
  }

  /// Parses the bytes of a date, as the initializer above does.
  init?(bytes: UnsafeBufferPointer<UInt8>, now: Date) {
    let text = DateText(bytes)
    guard let seconds = text.fixdate ?? text.rfc850(now: now) ?? text.asctime else { return nil }
    self.init(secondsSince1970: Double(seconds))
  }
}

/// The text of a date, parsed as each of the three formats.
private struct DateText {
  private let scanner: ByteScanner

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    scanner = ByteScanner(bytes: bytes)
  }

  /// The seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`.
  var fixdate: Int64? {
    var scanner = scanner
    guard scanner.index(in: HTTPDate.weekdays) != nil, scanner.skip(", "),
      let day = scanner.digits(2), scanner.skip(" "),
      let month = scanner.index(in: HTTPDate.months), scanner.skip(" "),
      let year = scanner.digits(4), scanner.skip(" "),
      let time = Self.time(&scanner), scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    return Self.seconds(year, month, day, time)
  }

  /// The seconds since 1970 of `Sunday, 06-Nov-94 08:49:37 GMT`.
  func rfc850(now: Date) -> Int64? {
    var scanner = scanner
    guard scanner.index(in: HTTPDate.longWeekdays) != nil, scanner.skip(", "),
      let day = scanner.digits(2), scanner.skip("-"),
      let month = scanner.index(in: HTTPDate.months), scanner.skip("-"),
      let year = scanner.digits(2), scanner.skip(" "),
      let time = Self.time(&scanner), scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    let today = CivilDay(
      daysSince1970: Int((HTTPDate(now).date.timeIntervalSince1970 / 86_400).rounded(.down)))
    let limit = HTTPDate(now).date.timeIntervalSince1970 + 50 * 146_097 / 400 * 86_400 as Double
    let candidates = stride(from: today.year / 100 * 100 + 100 + year, through: 0, by: -100).lazy
    return candidates.compactMap { Self.seconds($0, month, day, time) }.first { Double($0) <= limit }
  }

  /// The seconds since 1970 of `Sun Nov  6 08:49:37 1994`.
  var asctime: Int64? {
    var scanner = scanner
    guard scanner.index(in: HTTPDate.weekdays) != nil, scanner.skip(" "),
      let month = scanner.index(in: HTTPDate.months), scanner.skip(" "),
      let day = scanner.skip(" ") ? scanner.digits(1) : scanner.digits(2), scanner.skip(" "),
      let time = Self.time(&scanner), scanner.skip(" "),
      let year = scanner.digits(4), scanner.isAtEnd
    else { return nil }
    return Self.seconds(year, month, day, time)
  }

  /// Parses a time such as `08:49:37`. Returns the seconds since midnight.
  private static func time(_ scanner: inout ByteScanner) -> Int? {
    guard let hour = scanner.digits(2), hour < 24, scanner.skip(":"),
      let minute = scanner.digits(2), minute < 60, scanner.skip(":"),
      let second = scanner.digits(2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int64? {
    CivilDay(year: year, month: month + 1, day: day).map { $0.seconds(at: time) }
  }
}

/// Scans ASCII text of a fixed format from left to right. A step that fails does not move the position.
private struct ByteScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Moves past `text` and returns true if exactly this text comes next.
  mutating func skip(_ text: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes.count - position >= text.count else { return false }
    for index in text.indices where bytes[position + index] != text[index] { return false }
    position += text.count
    return true
  }

  /// Parses a number of exactly `count` digits. Returns nil if fewer follow.
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var number = 0
    for byte in bytes[position..<position + count] {
      guard ASCII.isDigit(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return number
  }

  /// Moves past the name that comes next and returns its index; nil if no name comes next.
  mutating func index(in names: [StaticString]) -> Int? {
    names.firstIndex { skip($0) }
  }
}

extension HTTPHeaders {
  /// Returns the date of a field such as `Last-Modified` or `Expires` (RFC 9110 §5.6.7), in all three forms that HTTP has;
  /// nil if the field is missing or malformed.
  public func date(of name: HTTPHeaderName) -> Date? { self[name].flatMap { HTTPDate($0)?.date } }
}

extension HTTPHeader {
  /// Creates a field such as `If-Modified-Since` with a date, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public init(_ name: HTTPHeaderName, date: Date) { self.init(name, HTTPDate(date).description) }
}
