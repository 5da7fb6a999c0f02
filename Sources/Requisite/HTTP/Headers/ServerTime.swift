/// The one reader of the times and counts that servers write into header fields, such as `Retry-After` and
/// `X-RateLimit-Reset`.
///
/// A time is read by its form, because servers do not keep to the form of the field:
///
/// | form | example |
/// | --- | --- |
/// | seconds from now, below a thousand million | `30`, `2.123` |
/// | seconds since 1970, or milliseconds | `1377013266`, `1377013266.5`, `1377013266000` |
/// | numbers with units | `2s`, `17ms`, `1m30s` |
/// | a date of HTTP | `Sun, 06 Nov 1994 08:49:37 GMT` |
/// | a date of ISO 8601 | `1994-11-06T08:49:37Z` |
///
/// No server asks for a wait of thirty years, so the size of a number decides whether it counts from now or from 1970.
struct ServerTime {
  /// The server's clock when it sent the response, where the response has a `Date`; else that of this machine.
  private let reference: Date
  private let now: Date

  /// Some 30 years: longer than anyone waits, and far from an overflow.
  static let longestWait = Duration.seconds(1_000_000_000)

  /// A unit of a plain number.
  enum Unit {
    case seconds, milliseconds
  }

  init(_ headers: HTTPHeaders, now: Date) {
    self.now = now
    reference = headers[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
  }

  /// Returns the longest wait that the fields of a name state; nil if none of them states one.
  func wait(in headers: HTTPHeaders, _ name: HTTPHeaderName, unit: Unit = .seconds) -> Duration? {
    headers.values(for: name).compactMap { wait($0, unit: unit) }.max()
  }

  /// Returns the time from the response to what a field value states, at least zero and at most ``longestWait``; nil if the
  /// value states no time. Of a list, the longest time counts.
  func wait(_ value: String, unit: Unit = .seconds) -> Duration? {
    // A date of HTTP contains a comma.
    if let wait = one(ASCII.trimmed(value[...]), unit: unit) { return wait }
    return HTTPQuoting.list(value).compactMap { one($0, unit: unit) }.max()
  }

  // Not inlined: each of its callers would have the readers of all forms.
  @inline(never)
  private func one(_ text: Substring, unit: Unit) -> Duration? {
    if let number = Self.decimal(text) {
      return wait(unit == .seconds ? number : number / 1000)
    }
    if let units = Self.sumOfUnits(text) { return units }
    return (HTTPDate(text, now: now)?.date ?? Self.internetDate(text)).map {
      wait(until: .seconds($0.timeIntervalSince1970))
    }
  }

  /// Reads a plain number by its size.
  private func wait(_ seconds: Duration) -> Duration? {
    switch seconds {
    case ..<Self.longestWait: seconds
    case ..<(Self.longestWait * 100): wait(until: seconds)
    case ..<(Self.longestWait * 100_000): wait(until: seconds / 1000)
    default: nil
    }
  }

  private func wait(until moment: Duration) -> Duration {
    min(max(moment - .seconds(reference.timeIntervalSince1970), .zero), Self.longestWait)
  }

  /// Returns the lowest of the numbers in a list, without parameters and fractions, as in `0`, `0.0`, `5, 7` and `100, 100;w=60`;
  /// nil if none is readable.
  static func count(_ value: String) -> Int? {
    HTTPQuoting.list(value).compactMap { decimal(HTTPQuoting.item($0).value) }
      .map { Int(clamping: $0.components.seconds) }.min()
  }

  /// Parses a non-negative decimal number, without a sign or an exponent, of at most the 15 digits before the point that RFC 9651
  /// §3.3.1 allows. Exact to a thousand millionth of a thousand millionth, because a wait must not be too short.
  static func decimal(_ text: Substring) -> Duration? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      .map(Substring.init)
    guard let first = parts.first, first.utf8.count <= 15, ASCII.isNumber(first), let whole = Int64(first)
    else {
      return nil
    }
    guard parts.count > 1 else { return .seconds(whole) }
    guard ASCII.isNumber(parts[1]) else { return nil }
    let digits = parts[1].utf8.prefix(18)
    guard let fraction = Int64(Substring(digits) + String(repeating: "0", count: 18 - digits.count)) else {
      return nil
    }
    return Duration(secondsComponent: whole, attosecondsComponent: fraction)
  }

  /// By what a number of each unit is multiplied and divided to be one of seconds.
  private static let units: [String: (factor: Int, divisor: Int)] = [
    "ns": (1, 1_000_000_000), "us": (1, 1_000_000), "µs": (1, 1_000_000), "ms": (1, 1000),
    "s": (1, 1), "m": (60, 1), "h": (3600, 1), "d": (86_400, 1),
  ]

  /// Parses a sum of numbers with units, such as `1m30s`, as Go writes a duration.
  private static func sumOfUnits(_ text: Substring) -> Duration? {
    var (rest, sum) = (text, Duration.zero)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest[digits.endIndex...]
      let name = rest.prefix { !($0.isASCII && $0.isNumber) }
      rest = rest[name.endIndex...]
      guard let number = decimal(digits), let unit = units[String(name)] else { return nil }
      sum = min(sum + min(number, longestWait) * unit.factor / unit.divisor, longestWait)
    }
    return text.isEmpty ? nil : sum
  }

  private static func internetDate(_ text: Substring) -> Date? {
    let text = String(text)
    // Which of the two forms it is, only parsing tells.
    for hasFraction in [false, true] {
      do { return try Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction).parse(text) } catch {}
    }
    return nil
  }
}

extension HTTPHeaders {
  /// The time that the server asks clients to wait, from `Retry-After-Ms`, or from `Retry-After` (RFC 9110 §10.2.3).
  ///
  /// By RFC 9110 the value is a whole number of seconds, or an HTTP date in any of its three formats. What servers write in addition to
  /// that is read too: fractions (`1.5`), units (`2s`), dates of ISO 8601 and seconds since 1970; of several values the longest.
  /// A date is compared with the response's `Date` field, so that a wrong clock on either side does not matter; without
  /// that field, with `now`. A date in the past is a wait of zero.
  ///
  /// - Returns: The wait, at most 1,000,000,000 seconds; nil if the field is missing or malformed.
  public func retryAfter(now: Date = Date()) -> Duration? {
    let time = ServerTime(self, now: now)
    if let wait = time.wait(in: self, .retryAfterMilliseconds, unit: .milliseconds) { return wait }
    guard contains(.retryAfter) else { return nil }
    if let wait = time.wait(in: self, .retryAfter) { return wait }
    // A number that is too long is the longest wait.
    let values = values(for: .retryAfter).map { ASCII.trimmed($0[...]) }
    return values.contains { ASCII.isNumber($0) } ? ServerTime.longestWait : nil
  }

  /// The time that a response asks clients to wait: by ``retryAfter(now:)``, or after a 429 until its quota is renewed.
  func retryAfter(status: Int, now: Date = Date()) -> Duration? {
    if let wait = retryAfter(now: now) { return wait }
    guard status == 429, let fields = RateLimitFields(self, status: status, now: now) else { return nil }
    return fields.limits.filter { $0.remaining == 0 }.compactMap(\.reset).max()
  }
}

extension HTTPHeaderName {
  static let retryAfterMilliseconds = HTTPHeaderName(rawValue: "Retry-After-Ms")
}
