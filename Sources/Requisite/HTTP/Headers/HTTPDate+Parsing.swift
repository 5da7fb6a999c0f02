extension HTTPDate {
  /// Reads a date in any of the three forms; nil where the text is none of them to the letter.
  ///
  /// Names are compared with regard to case and no white space is added, as the grammar has it. The weekday must be
  /// one, but may be the wrong one: it says nothing that the date does not. A leap second is the start of the next
  /// minute.
  public init?(_ text: String) {
    self.init(text, now: Date())
  }

  /// Reads a date as it is read at a certain time, which decides the century of the form with two digits: the latest
  /// one that is at most 50 years ahead of `now`.
  public init?(_ text: some StringProtocol, now: Date) {
    let text = DateText(text)
    guard let seconds = text.fixdate ?? text.rfc850(now: now) ?? text.asctime else { return nil }
    self.init(secondsSince1970: Double(seconds))
  }
}

/// The text of a date, read form by form.
private struct DateText {
  private let scanner: ByteScanner

  init(_ text: some StringProtocol) {
    scanner = ByteScanner(text)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  var fixdate: Int? {
    var scanner = scanner
    guard scanner.index(in: HTTPDate.weekdays) != nil, scanner.skip(", "),
      let day = scanner.digits(2), scanner.skip(" "),
      let month = scanner.index(in: HTTPDate.months), scanner.skip(" "),
      let year = scanner.digits(4), scanner.skip(" "),
      let time = Self.time(&scanner), scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    return Self.seconds(year, month, day, time)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`
  func rfc850(now: Date) -> Int? {
    var scanner = scanner
    guard scanner.index(in: HTTPDate.longWeekdays) != nil, scanner.skip(", "),
      let day = scanner.digits(2), scanner.skip("-"),
      let month = scanner.index(in: HTTPDate.months), scanner.skip("-"),
      let year = scanner.digits(2), scanner.skip(" "),
      let time = Self.time(&scanner), scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    let today = CivilDay(
      daysSince1970: Int((HTTPDate(now).date.timeIntervalSince1970 / 86_400).rounded(.down)))
    let limit = HTTPDate(now).date.timeIntervalSince1970 + Double(50 * 146_097 / 400 * 86_400)
    let candidates = stride(from: today.year / 100 * 100 + 100 + year, through: 0, by: -100).lazy
    return candidates.compactMap { Self.seconds($0, month, day, time) }.first { Double($0) <= limit }
  }

  /// `Sun Nov  6 08:49:37 1994`
  var asctime: Int? {
    var scanner = scanner
    guard scanner.index(in: HTTPDate.weekdays) != nil, scanner.skip(" "),
      let month = scanner.index(in: HTTPDate.months), scanner.skip(" "),
      let day = scanner.skip(" ") ? scanner.digits(1) : scanner.digits(2), scanner.skip(" "),
      let time = Self.time(&scanner), scanner.skip(" "),
      let year = scanner.digits(4), scanner.isAtEnd
    else { return nil }
    return Self.seconds(year, month, day, time)
  }

  /// `08:49:37`, in seconds.
  private static func time(_ scanner: inout ByteScanner) -> Int? {
    guard let hour = scanner.digits(2), hour < 24, scanner.skip(":"),
      let minute = scanner.digits(2), minute < 60, scanner.skip(":"),
      let second = scanner.digits(2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int? {
    CivilDay(year: year, month: month + 1, day: day).map { $0.daysSince1970 * 86_400 + time }
  }
}
