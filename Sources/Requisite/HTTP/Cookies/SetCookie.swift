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
    (name, self.value) = (String(pair.name), String(value))
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
