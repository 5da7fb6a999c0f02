/// A cookie: a name and a value that a server wants back, and which requests they go along with (RFC 6265).
///
/// The value is often as good as a password: descriptions and dumps leave it out. Encoding does not, for that is how a
/// ``CookieJar`` is kept: whoever stores it says where.
public struct Cookie: Hashable, Sendable, Codable {
  /// Which requests of other sites a cookie may go along with. It is kept, and nothing is decided by it: a program has
  /// no site that its requests come from.
  public enum SameSite: String, Hashable, Sendable, Codable {
    /// With none.
    case strict = "Strict"
    /// With those that lead there.
    case lax = "Lax"
    /// With all.
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
  /// Whether scripts of a page must not see it. There are none here.
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
