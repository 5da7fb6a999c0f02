/// A store for cookies: it keeps those that servers set, and provides those that a request must send (RFC 6265).
///
/// ```swift
/// let jar = CookieJar()
/// let client = APIClient(
///   baseURL: "https://api.example.com",
///   transport: DefaultTransport.shared.cookies(in: jar))
/// ```
/// A jar is in memory and can be shared by several clients. To save it, encode its ``cookies``, including their values,
/// and later restore them with ``insert(_:)-([Cookie])``:
///
/// ```swift
/// let saved = try JSONEncoder().encode(jar.cookies.filter(\.isPersistent))
/// try jar.insert(JSONDecoder().decode([Cookie].self, from: saved))
/// ```
/// A cookie is sent only to the host that set it, or to the hosts below the domain that it names, and only for its path.
/// `Secure` cookies are sent only over `https`, and only `https` responses can set them. The rules for `__Secure-` and
/// `__Host-` names are enforced (RFC 6265bis). `localhost`, 127.0.0.1 and ::1 count as `https`, as in browsers and curl: what
/// is sent there does not leave the machine, and a server under development sets the cookies of the one in use.
///
/// A cookie for a domain whose subdomains belong to strangers is refused, both from a server and from
/// ``insert(_:)-([Cookie])``: one of a single label, such as `com`, and a registry below a country, such as `co.uk`, of which
/// the library lists those with the most names. If the domain is the server's own host, the cookie is kept for that host
/// alone.
///
/// **A jar has no public suffix list**: it does not know that `github.io` is shared by strangers, one of whom could set
/// a cookie for all others. If the clients of one jar talk to servers that do not trust each other, pass
/// `isPublicSuffix`, or give each client its own jar.
///
/// The name and value of a cookie have at most 4096 bytes together, a domain has at most 50 cookies, and a jar at most
/// 3000. Of too many, cookies without `Secure` are removed first, the least recently used one before the others.
public final class CookieJar: Sendable {
  private let storage: Locked<CookieStorage>
  private let clock: CallClock
  private let isPublicSuffix: @Sendable (String) -> Bool

  /// Creates an empty jar.
  ///
  /// - Parameters:
  ///   - clock: The clock whose date decides when cookies expire; the system's by default.
  ///   - isPublicSuffix: Returns true if strangers share the hosts below a domain, which is given in lower case and
  ///     without a dot at its end. Decides about all domains that the built-in rule does not refuse: pass a public suffix list here. By
  ///     default it returns false.
  public convenience init(
    clock: CallClock = .continuous, isPublicSuffix: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.init(limits: CookieLimits(), clock: clock, isPublicSuffix: isPublicSuffix)
  }

  init(
    limits: CookieLimits, clock: CallClock, isPublicSuffix: @escaping @Sendable (String) -> Bool
  ) {
    storage = Locked(CookieStorage(limits: limits))
    self.clock = clock
    self.isPublicSuffix = { isPublicSuffix(CookieDomain.withoutRoot($0)) }
  }

  /// All cookies that have not expired, the oldest first.
  public var cookies: [Cookie] {
    // The clock, like every closure of the program, is asked before the lock is taken: it may use the jar.
    let now = clock.date
    return storage.withLock { $0.cookies(at: now) }
  }

  /// Returns the cookies for a request to `url`, in the order in which they are sent.
  public func cookies(for url: URL) -> [Cookie] {
    let (target, now) = (CookieTarget(url), clock.date)
    return storage.withLock { $0.cookies(for: target, at: now) }
  }

  /// Stores cookies, each in place of the cookie with the same name, domain and path.
  ///
  /// You may store cookies for any domain that is not shared by strangers. An expired cookie removes the stored one.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if one of the cookies could not be sent; then none is stored.
  public func insert(_ cookies: [Cookie]) throws(NetworkRequestError) {
    let cookies = cookies.map(\.canonical)
    for cookie in cookies {
      guard let fault = cookie.fault(isPublicSuffix: isPublicSuffix) else { continue }
      throw .invalidRequest(.header, "the cookie “\(cookie.name)”: \(fault.rawValue)")
    }
    let now = clock.date
    storage.withLock { storage in
      for cookie in cookies { storage.put(cookie, at: now) }
    }
  }

  /// Stores one cookie, as ``insert(_:)-([Cookie])`` does.
  public func insert(_ cookie: Cookie) throws(NetworkRequestError) {
    try insert([cookie])
  }

  /// Stores the cookie of a `Set-Cookie` field in a response from `url`.
  ///
  /// Returns false if the cookie is refused, such as one for another domain.
  @discardableResult
  public func store(_ field: String, from url: URL) -> Bool {
    refusal(of: field, from: CookieTarget(url)) == nil
  }

  /// Removes the cookies for which the closure returns true, as in `jar.remove { !$0.isPersistent }`
  /// at the end of a session.
  ///
  /// The closure may use the jar. A cookie that is stored or replaced while it runs stays.
  public func remove(where shouldBeRemoved: (Cookie) -> Bool) {
    let stored = storage.withLock { $0.stored }
    let removed = Set(stored.filter { shouldBeRemoved($0.cookie) }.map(\.number))
    storage.withLock { $0.remove(removed) }
  }

  /// Removes all cookies, including persistent ones.
  public func removeAll() {
    storage.withLock { $0.removeAll() }
  }
}

// The functions that an exchange uses.
extension CookieJar {
  /// Returns the value of `Cookie` for a request to `url`; nil if the jar has no cookie for it.
  func field(for url: URL) -> String? {
    let (target, now) = (CookieTarget(url), clock.date)
    let cookies = storage.withLock { $0.take(for: target, at: now) }
    return cookies.isEmpty ? nil : cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Stores the cookie that a server sets. Returns the reason if the cookie is refused.
  func refusal(of field: String, from target: CookieTarget) -> CookieRefusal? {
    let now = clock.date
    do throws(CookieRefusal) {
      let cookie = try Cookie(SetCookie(field), from: target, at: now, isPublicSuffix: isPublicSuffix)
      try storage.withLock { storage throws(CookieRefusal) in
        guard target.isSecure || !storage.hasSecureCookie(coveredBy: cookie, at: now) else {
          throw .secureThere
        }
        storage.put(cookie, at: now)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension CookieJar: Hashable {
  /// True if both are the same jar; their cookies are not compared.
  public static func == (left: CookieJar, right: CookieJar) -> Bool { left === right }
  /// Hashes the identity of the jar.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One line for each cookie, without its value.
  public var description: String { cookies.map(\.description).joined(separator: "\n") }
  /// The text of ``description``.
  public var debugDescription: String { description }
  /// The cookies without their values, so that `dump` does not show them either.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: cookies, displayStyle: .collection) }
}

extension RequestOptions {
  /// The jar that provides and stores the cookies of a call; nil, the default, sends and stores no cookies.
  ///
  /// ``Transport/cookies(in:)`` sets it for all calls of a stack.
  public var cookies: CookieJar? {
    get { self[CookiesKey.self] }
    set { self[CookiesKey.self] = newValue }
  }
}

private enum CookiesKey: RequestOptionKey { static let defaultValue: CookieJar? = nil }
