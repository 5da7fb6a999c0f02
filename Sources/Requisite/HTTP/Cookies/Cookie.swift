/// A cookie: a name and a value that a server wants back, and which requests they go along with (RFC 6265).
///
/// The value is often as good as a password: descriptions and dumps leave it out. Encoding writes it, because that is
/// how a ``CookieJar`` is saved: choose a place that only its owner can read.
public struct Cookie: Hashable, Sendable, Codable {
  /// Which requests of other sites a cookie may go along with. It is stored without effect: a program has
  /// no site that its requests come from.
  public enum SameSite: String, Hashable, Sendable, Codable {
    /// With no request of another site.
    case strict = "Strict"
    /// With requests of other sites that navigate there.
    case lax = "Lax"
    /// With all requests, whatever the site.
    case none = "None"
  }

  /// The name; its case matters.
  public var name: String
  /// The value, as it goes on the wire.
  public var value: String
  /// The host that it is for, in lower case and without a leading dot.
  public var domain: String
  /// Whether it is for that host alone; otherwise it is for the hosts below as well.
  public var isHostOnly: Bool
  /// The path that it is for, with all that lies below.
  public var path: String
  /// When it ends; nil for one that ends with the session, as a browser would say: when you say so.
  public var expires: Date?
  /// Whether it is for `https` alone.
  public var isSecure: Bool
  /// The attribute `HttpOnly`, by which a browser hides the cookie from scripts. It has no effect here.
  public var isHTTPOnly: Bool
  /// Which requests of other sites it may go along with; nil where the server did not say.
  public var sameSite: SameSite?
  /// When a cookie of this name, domain and path was first stored.
  public var created: Date

  /// Makes a cookie, unchecked until it is put into a jar.
  ///
  /// - Parameters:
  ///   - domain: The host that it is for; letters in upper case become lower case, and a leading dot goes.
  ///   - isHostOnly: Whether it is for that host alone, which is the default.
  ///   - path: The path that it is for; all by default.
  ///   - expires: When it ends; nil, the default, for one that ends with the session.
  ///   - isSecure: Whether it is for `https` alone, which is the default.
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

  /// Whether it outlives the session: whether the server said when it ends.
  public var isPersistent: Bool { expires != nil }

  func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// As in `id=<redacted>; Domain=example.com; Path=/; Secure`: without the value.
  public var description: String {
    var words = ["\(name)=\(Redaction.mark)"]
    words.append(isHostOnly ? "host \(domain)" : "Domain=\(domain)")
    words.append("Path=\(path)")
    if let expires { words.append("Expires=\(HTTPDate(expires))") }
    if isSecure { words.append("Secure") }
    if isHTTPOnly { words.append("HttpOnly") }
    if let sameSite { words.append("SameSite=\(sameSite.rawValue)") }
    return words.joined(separator: "; ")
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Nothing but the description, so that `dump` cannot tell either.
  public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}

extension Cookie {
  /// The cookie that a server sets (RFC 6265 §5.3, and RFC 6265bis where that is stricter).
  ///
  /// - Parameter isPublicSuffix: Whether a domain is shared by strangers, so that no cookie may be for all below it.
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

  /// The reason for which the cookie cannot be stored and sent; nil for a valid cookie.
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
    ASCII.equalIgnoringCase(String(decoding: name.utf8.prefix(prefix.utf8.count), as: UTF8.self), prefix)
  }
}

/// Why a cookie is not taken.
enum CookieRefusal: String, Error {
  case malformed = "it is not a name and a value"
  case control = "it has a control character in it"
  case tooLong = "name and value have more than 4096 bytes"
  case foreignDomain = "its domain is not the server's"
  case publicSuffix = "its domain is one that many share"
  case insecure = "only https may set what is for https alone"
  case secureThere = "http must not cover a cookie that is for https alone"
  case prefix = "it is not what its name promises by __Secure- or __Host-"
  case noPath = "its path does not begin with a slash"
  case noDomain = "it names no domain"
}
