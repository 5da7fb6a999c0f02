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
  var canonical: Cookie {
    var cookie = self
    cookie.domain = CookieDomain.canonical(domain)
    return cookie
  }

  /// True if the cookie has an expiry date and so outlives the session.
  public var isPersistent: Bool { expires != nil }

  func hasExpired(at now: Date) -> Bool { expires.map { !($0 > now) } ?? false }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cookie with its value redacted, as in `id=<redacted>; Domain=example.com; Path=/; Secure`.
  public var description: String {
    var words = ["\(name)=\(Redaction.mark)"]
    words.append(isHostOnly ? "host \(domain)" : "Domain=\(domain)")
    words.append("Path=\(path)")
    if let expires { words.append("Expires=\(HTTPDate(expires))") }
    if isSecure { words.append("Secure") }
    if isHTTPOnly { words.append("HttpOnly") }
    if let sameSite { words.append("SameSite=\(sameSite.rawValue)") }
    return OneLine.text(words.joined(separator: "; "))
  }
  /// The ``description``, with the value redacted.
  public var debugDescription: String { description }
  /// The description alone, so that `dump` does not reveal the value either.
  public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
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
    guard keepsPromises, !isNamed("__Host-") || field.path != nil else { throw .prefix }
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
    return keepsPromises ? nil : .prefix
  }

  /// True if the cookie has the attributes that the prefix of its name requires (RFC 6265bis §4.1.3).
  private var keepsPromises: Bool {
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
