/// A cookie: a name and a value that a server sets, and the requests that send them back (RFC 6265).
///
/// The value often grants access like a password, so descriptions and dumps redact it. Encoding includes the value, because
/// that is how a ``CookieJar`` is saved: choose a file that only its owner can read.
public struct Cookie: Hashable, Sendable, Codable {
  /// The `SameSite` attribute: which of the requests that other sites cause may carry the cookie.
  ///
  /// It is stored but has no effect, because the requests of a program do not come from a site.
  public enum SameSite: String, Hashable, Sendable, Codable {
    /// No request that another site causes carries the cookie.
    case strict = "Strict"
    /// Of the requests that other sites cause, only top-level navigations carry the cookie.
    case lax = "Lax"
    /// All requests carry the cookie, whichever site causes them.
    case none = "None"
  }

  /// The name, which is case-sensitive.
  public var name: String
  /// The value as it is sent, not decoded.
  public var value: String
  /// The host that receives the cookie, in lower case and without a leading dot.
  public var domain: String
  /// True if only ``domain`` itself receives the cookie; false if its subdomains do as well.
  public var isHostOnly: Bool
  /// The path whose requests carry the cookie, with all paths below it.
  public var path: String
  /// When the cookie expires; nil for a session cookie, which stays in the jar until you remove it.
  public var expires: Date?
  /// True if only requests over `https`, or to this machine, carry the cookie.
  public var isSecure: Bool
  /// The `HttpOnly` attribute, by which a browser hides the cookie from scripts; it is stored but has no effect.
  public var isHTTPOnly: Bool
  /// The `SameSite` attribute, which has no effect; nil if the server sent none or an unknown value.
  public var sameSite: SameSite?
  /// When a cookie of this name, domain and path was first stored.
  public var created: Date

  /// Creates a cookie; it is checked when it is inserted into a ``CookieJar``.
  ///
  /// - Parameters:
  ///   - name: The name, which is case-sensitive.
  ///   - value: The value as it is sent.
  ///   - domain: The host that receives the cookie; it is lowercased, and a leading dot is removed.
  ///   - isHostOnly: Whether only that host receives the cookie, and not its subdomains. True by default.
  ///   - path: The path whose requests carry the cookie, with all paths below it. All paths by default.
  ///   - expires: When the cookie expires; nil, the default, for a session cookie.
  ///   - isSecure: Whether only requests over `https`, or to this machine, carry the cookie. True by default.
  ///   - isHTTPOnly: The `HttpOnly` attribute, which has no effect here. False by default.
  ///   - sameSite: The `SameSite` attribute, which has no effect here. nil by default.
  ///   - created: When the cookie was first stored; now by default. A jar keeps the date of the cookie it replaces.
  public init(
    _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
    expires: Date? = nil, isSecure: Bool = true, isHTTPOnly: Bool = false, sameSite: SameSite? = nil,
    created: Date = Date()
  ) {
    self.name = name
    self.value = value
    self.domain = CookieDomain.canonical(domain)
    self.isHostOnly = isHostOnly
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.created = created
  }

  /// The cookie with its domain as a jar compares it; a decoded or changed cookie can have any spelling.
  var canonical: Cookie { copy(self) { $0.domain = CookieDomain.canonical(domain) } }

  /// True if the cookie has an expiry date and so outlives the session.
  public var isPersistent: Bool { expires != nil }

  func hasExpired(at now: Date) -> Bool { expires.map { !($0 > now) } ?? false }
}

extension Cookie: PrintedByDescription {
  /// The cookie with its value redacted, as in `id=<redacted>; Domain=example.com; Path=/; Secure`.
  public var description: String {
    var parts = ["\(name)=\(Redaction.mark)"]
    parts.append(isHostOnly ? "host \(domain)" : "Domain=\(domain)")
    parts.append("Path=\(path)")
    if let expires { parts.append("Expires=\(HTTPDate(expires))") }
    if isSecure { parts.append("Secure") }
    if isHTTPOnly { parts.append("HttpOnly") }
    if let sameSite { parts.append("SameSite=\(sameSite.rawValue)") }
    return OneLine.text(parts.joined(separator: "; "))
  }
}

extension Cookie {
  /// Creates the cookie that a server sets (RFC 6265 §5.3, and RFC 6265bis where that is stricter).
  ///
  /// - Parameter isPublicSuffix: Whether unrelated parties share the subdomains of a domain, so that a cookie must not be
  ///   set for all of them.
  init(
    _ field: SetCookie, from target: CookieTarget, at now: Date, isPublicSuffix: (String) -> Bool
  ) throws(CookieRefusal) {
    var domain = field.domain
    if !domain.isEmpty, CookieDomain.isShared(domain) || isPublicSuffix(domain) {
      guard domain == target.host else { throw .publicSuffix }
      domain = ""
    }
    guard domain.isEmpty || CookieDomain.matches(target.host, domain) else { throw .foreignDomain }
    guard target.isSecure || !field.isSecure else { throw .insecure }
    self.init(
      field.name, field.value, domain: domain.isEmpty ? target.host : domain, isHostOnly: domain.isEmpty,
      path: field.path ?? CookiePath.byDefault(for: target.path), expires: field.expiry(at: now),
      isSecure: field.isSecure, isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite, created: now)
    guard fulfilsPrefix, !isNamed("__Host-") || field.path != nil else { throw .prefix }
  }

  /// The reason why the cookie cannot be stored and sent; nil for a valid cookie.
  func fault(isPublicSuffix: (String) -> Bool) -> CookieRefusal? {
    if name.isEmpty || name.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }) {
      return .malformed
    }
    if value.utf8.contains(UInt8(ascii: ";")) { return .malformed }
    if [name, value, domain, path].contains(where: ASCII.hasControls) { return .control }
    if name.utf8.count + value.utf8.count > SetCookie.longestPair { return .tooLong }
    if domain.isEmpty { return .noDomain }
    if path.utf8.first != UInt8(ascii: "/") { return .noPath }
    if !isHostOnly, CookieDomain.isShared(domain) || isPublicSuffix(domain) { return .publicSuffix }
    return fulfilsPrefix ? nil : .prefix
  }

  /// True if the cookie has the attributes that the prefix of its name requires (RFC 6265bis §4.1.3).
  private var fulfilsPrefix: Bool {
    if isNamed("__Host-") { return isSecure && isHostOnly && path == "/" }
    return !isNamed("__Secure-") || isSecure
  }

  private func isNamed(_ prefix: String) -> Bool {
    ASCII.hasPrefix(name, ignoringCase: prefix)
  }
}

/// The reason why a cookie is refused.
enum CookieRefusal: String, Error {
  case malformed = "it must be a name and a value, without a semicolon"
  case control = "it contains a control character"
  case tooLong = "its name and value are longer than 4096 bytes"
  case foreignDomain = "its domain does not include the server's host"
  case publicSuffix = "its domain is shared by unrelated sites, as com and co.uk are"
  case insecure = "a Secure cookie can only be set over https"
  case secureThere = "set over http, it must not overlay a Secure cookie"
  case prefix = "it lacks the attributes that its prefix __Secure- or __Host- requires"
  case noPath = "its path does not begin with a slash"
  case noDomain = "it has no domain"
}

/// The parsed value of a `Set-Cookie` field (RFC 6265 §5.2), not yet checked against the server that sent it.
///
/// Where RFC 6265 and its revision (RFC 6265bis) differ, the stricter one applies: a cookie without a name, or with a
/// control character, is refused, and attributes with a value of more than 1024 bytes are ignored.
struct SetCookie: Equatable {
  static let longestPair = 4096
  static let longestAttribute = 1024

  var name: String
  var value: String
  var expires: Date?
  var maxAge: Int64?
  /// The domain in canonical form; empty if the attribute is missing or empty.
  var domain = ""
  /// The path; nil if the attribute is missing or does not begin with a slash.
  var path: String?
  var isSecure = false
  var isHTTPOnly = false
  var sameSite: Cookie.SameSite?

  init(_ field: String) throws(CookieRefusal) {
    guard !ASCII.hasControls(field) else { throw .control }
    var parts = field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    let pair = Self.sides(Substring(parts.removeFirst()))
    guard let value = pair.value, !pair.name.isEmpty else { throw .malformed }
    guard pair.name.utf8.count + value.utf8.count <= Self.longestPair else { throw .tooLong }
    name = String(pair.name)
    self.value = String(value)
    for part in parts {
      let attribute = Self.sides(Substring(part))
      guard (attribute.value ?? "").utf8.count <= Self.longestAttribute else { continue }
      take(ASCII.lowercased(String(attribute.name)), attribute.value ?? "")
    }
  }

  /// When the cookie expires; nil for a session cookie. `Max-Age` takes precedence over `Expires`.
  func expiry(at now: Date) -> Date? {
    guard let maxAge else { return expires }
    return maxAge > 0 ? HTTPDate(now.addingTimeInterval(Double(maxAge))).date : .distantPast
  }

  /// Applies an attribute. Of repeated attributes the last one applies; an invalid `Expires` or `Max-Age` is ignored.
  private mutating func take(_ name: String, _ value: Substring) {
    switch name {
    case "expires": expires = CookieDate.parse(value) ?? expires
    case "max-age": maxAge = Self.seconds(value) ?? maxAge
    case "domain": domain = CookieDomain.canonical(String(value))
    case "path": path = value.utf8.first == UInt8(ascii: "/") ? String(value) : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": sameSite = Self.sameSite(value)
    default: break
    }
  }

  /// Parses digits with an optional minus sign. A negative number is 0, one that overflows `Int64.max`; nil for other text.
  private static func seconds(_ text: Substring) -> Int64? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard digits.allSatisfy(ASCII.isDigit), !digits.isEmpty else { return nil }
    return isNegative ? 0 : Int64(text) ?? .max
  }

  private static func sameSite(_ text: Substring) -> Cookie.SameSite? {
    let all: [Cookie.SameSite] = [.strict, .lax, .none]
    return all.first { ASCII.equalIgnoringCase($0.rawValue, String(text)) }
  }

  /// Splits text at its first equals sign and trims white space; the value is nil if there is no equals sign.
  private static func sides(_ text: Substring) -> (name: Substring, value: Substring?) {
    let sides = ASCII.nameAndValue(text)
    return (ASCII.trimmed(sides.name), sides.value.map(ASCII.trimmed))
  }
}

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
    var time: [Int]?
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
      guard let time, time[0] < 24, time[1] < 60, time[2] < 60, let day, let month,
        let year = year.map(CookieDate.fullYear), year >= 1601,
        let civil = CivilDay(year: year, month: month, day: day)
      else { return nil }
      return Date(timeIntervalSince1970: Double(civil.seconds(at: time[0] * 3600 + time[1] * 60 + time[2])))
    }
  }

  private static func fullYear(_ year: Int) -> Int {
    switch year {
    case 70...99: year + 1900
    case 0...69: year + 2000
    default: year
    }
  }

  /// The three numbers of `1*2DIGIT ":" 1*2DIGIT ":" 1*2DIGIT`, which may be out of range. Ignores any text after the digits.
  private static func time(_ token: some Collection<UInt8>) -> [Int]? {
    let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[..<2].joined().allSatisfy(ASCII.isDigit) else { return nil }
    let numbers = fields.compactMap { number($0, digits: 1...2) }
    return numbers.count == 3 ? numbers : nil
  }

  /// The number at the start of a token; nil if its count of digits is not in `digits`.
  private static func number(_ token: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let prefix = token.prefix(while: ASCII.isDigit)
    guard digits.contains(prefix.count) else { return nil }
    return prefix.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// The number of a month, from 1. Only the first three letters of its name are compared, case-insensitively.
  private static func month(_ token: some Collection<UInt8>) -> Int? {
    let name = token.prefix(3).map(ASCII.lowercased)
    return HTTPDate.months.firstIndex { "\($0)".utf8.map(ASCII.lowercased) == name }.map { $0 + 1 }
  }
}
