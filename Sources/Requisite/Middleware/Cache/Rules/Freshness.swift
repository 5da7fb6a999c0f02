/// How long a response is fresh, and how old it was when it came (RFC 9111 §4.2): what does not change while it is
/// stored. All times are in seconds.
struct Freshness: Hashable, Sendable, Codable {
  /// For how long after its making the response is fresh.
  var lifetime: TimeInterval
  /// Whether the lifetime is a guess (§4.2.2).
  var isHeuristic = false
  /// The age of the response when it came.
  var initialAge: TimeInterval
  /// The time at which it came, by this machine's clock.
  var received: Date

  /// How old the response is (§4.2.3).
  ///
  /// Where the clock was set back to before the time of receipt, the age is unknown: it counts as infinite, so that the
  /// server is asked. (A second is forgiven: clocks are nudged.)
  func age(at now: Date) -> TimeInterval {
    let resident = now.timeIntervalSince(received)
    guard resident >= -1 else { return .infinity }
    return initialAge + max(0, resident)
  }

  /// For how much longer the response is fresh; negative for how long it has been stale.
  func remaining(at now: Date) -> TimeInterval { lifetime - age(at: now) }
}

extension Freshness {
  /// The freshness of a response to a request sent at `sent`, which came at `received`.
  init(
    status: Int, headers: HTTPHeaders, control: CacheControl, sent: Date, received: Date, policy: CachePolicy
  ) {
    let made = Self.date(headers, .date, at: received) ?? received
    let explicit = Self.explicitLifetime(headers, control: control, made: made, at: received)
    let guess =
      explicit == nil
      ? Self.heuristicLifetime(status, headers, control: control, made: made, at: received, policy: policy)
      : nil
    self.init(
      lifetime: explicit ?? guess ?? 0, isHeuristic: guess != nil,
      initialAge: Self.initialAge(
        ageValue: Self.ageValue(headers), made: made, sent: sent, received: received),
      received: received)
  }

  /// `corrected_initial_age` of RFC 9111 §4.2.3.
  static func initialAge(ageValue: Int, made: Date, sent: Date, received: Date) -> TimeInterval {
    let apparentAge = max(0, received.timeIntervalSince(made))
    let responseDelay = max(0, received.timeIntervalSince(sent))
    return max(apparentAge, Double(ageValue) + responseDelay)
  }

  /// The value of `Age` (§5.1): the first of several; 0 if it is missing or malformed.
  static func ageValue(_ headers: HTTPHeaders) -> Int {
    guard let field = headers.first(where: { $0.name == .age }) else { return 0 }
    let first = field.value.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return DeltaSeconds.value(ASCII.trimmed(first)) ?? 0
  }

  /// The lifetime that the server states: `max-age`, else `Expires` less `Date` (§4.2.1); nil without either.
  /// An `Expires` that is no date is one long ago (§5.3), and so are several that differ.
  static func explicitLifetime(
    _ headers: HTTPHeaders, control: CacheControl, made: Date, at now: Date
  ) -> TimeInterval? {
    if let maxAge = control.maxAge { return Double(maxAge) }
    guard headers.contains(.expires) else { return nil }
    return date(headers, .expires, at: now).map { max(0, $0.timeIntervalSince(made)) } ?? 0
  }

  /// A guess (§4.2.2): the tenth part, by default, of the time since the last change, but not beyond a limit. nil
  /// where the RFC allows none for the status, or the time of the last change is not known.
  static func heuristicLifetime(
    _ status: Int, _ headers: HTTPHeaders, control: CacheControl, made: Date, at now: Date,
    policy: CachePolicy
  ) -> TimeInterval? {
    guard control.isPublic || CacheableStatus.allowsHeuristics(status),
      let modified = date(headers, .lastModified, at: now)
    else { return nil }
    let guess = made.timeIntervalSince(modified) * policy.heuristicFraction
    return min(max(0, guess), policy.heuristicLimit / .seconds(1))
  }

  /// The date of a field that stands once, or several times with one value.
  static func date(_ headers: HTTPHeaders, _ name: HTTPHeaderName, at now: Date) -> Date? {
    var text: String?
    for field in headers where field.name == name {
      guard text == nil || text == field.value else { return nil }
      text = field.value
    }
    return text.flatMap { (HTTPDate($0, now: now) ?? HTTPDate(recased($0), now: now))?.date }
  }

  /// The text with its names in the letters that dates are written in: a cache compares them without regard to case
  /// (RFC 9111 §4.2).
  private static func recased(_ text: String) -> String {
    var isInWord = false
    let bytes = ASCII.lowercased(text).utf8.map { byte -> UInt8 in
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      defer { isInWord = isLetter }
      return isLetter && !isInWord ? byte - 0x20 : byte
    }
    let recased = String(decoding: bytes, as: UTF8.self)
    return recased.hasSuffix(" Gmt") ? String(recased.dropLast(3)) + "GMT" : recased
  }
}
