/// Where cookies are kept: what servers set goes in, and what is for a server goes along with requests to it (RFC 6265).
///
/// ```swift
/// let jar = CookieJar()
/// let client = APIClient(
///   baseURL: "https://api.example.com", transport: DefaultTransport.shared.cookies(in: jar))
/// ```
/// It is in memory, and one may be shared by several clients. To keep it, encode its ``cookies`` — the values are in them
/// as they are — and put them back by ``insert(_:)-([Cookie])``:
///
/// ```swift
/// let saved = try JSONEncoder().encode(jar.cookies.filter(\.isPersistent))
/// try jar.insert(JSONDecoder().decode([Cookie].self, from: saved))
/// ```
/// What it holds to: cookies go to the host that set them, or to those below the domain that it named; to the path; those
/// that are `Secure` over `https` alone, which alone can set them. `__Secure-` and `__Host-` names keep what they promise
/// (RFC 6265bis). A cookie for a whole top-level domain, as `Domain=com`, or for a category below a country, as
/// `Domain=co.uk`, is refused, whether a server sets it or ``insert(_:)-([Cookie])`` does.
///
/// **There is no public suffix list in it**: it does not know that strangers share `github.io`, so one of them can set a
/// cookie for all of them. Where clients of one jar talk to servers that do not trust each other, hand in
/// `isPublicSuffix`, or give each its own jar.
///
/// At most 4096 bytes a cookie, 50 cookies a domain and 3000 in all; those that were not used for longest go first.
public final class CookieJar: Sendable {
  private let shelf: Locked<CookieStorage>
  private let now: @Sendable () -> Date
  private let isPublicSuffix: @Sendable (String) -> Bool

  /// Makes an empty jar.
  ///
  /// - Parameters:
  ///   - now: The wall clock by which cookies expire.
  ///   - isPublicSuffix: Whether strangers share the hosts below a domain, which comes in lower case; asked in
  ///     addition to the built-in rules. No further domain by default.
  public convenience init(
    now: @escaping @Sendable () -> Date = { Date() },
    isPublicSuffix: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.init(limits: CookieLimits(), now: now, isPublicSuffix: isPublicSuffix)
  }

  init(
    limits: CookieLimits, now: @escaping @Sendable () -> Date,
    isPublicSuffix: @escaping @Sendable (String) -> Bool
  ) {
    shelf = Locked(CookieStorage(limits: limits))
    self.now = now
    self.isPublicSuffix = isPublicSuffix
  }

  /// All cookies that have not expired, the oldest first.
  public var cookies: [Cookie] { shelf.withLock { $0.cookies(at: now()) } }

  /// The cookies that a request to that URL gets, in the order in which they are sent.
  public func cookies(for url: URL) -> [Cookie] {
    shelf.withLock { $0.cookies(for: CookieTarget(url), at: now()) }
  }

  /// Puts cookies in, each in the place of the one of the same name, domain and path. They are taken for your own: they may
  /// name any domain but one that strangers share. One that has expired removes the other.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where one could not be sent; then none is put in.
  public func insert(_ cookies: [Cookie]) throws(NetworkRequestError) {
    for cookie in cookies {
      guard let fault = cookie.fault(isPublicSuffix: isPublicSuffix) else { continue }
      throw .invalidRequest(InvalidRequest(.header, "the cookie “\(cookie.name)”: \(fault.rawValue)"))
    }
    shelf.withLock { shelf in
      for cookie in cookies { shelf.put(cookie, at: now()) }
    }
  }

  /// Puts one cookie in. See ``insert(_:)-([Cookie])``.
  public func insert(_ cookie: Cookie) throws(NetworkRequestError) {
    try insert([cookie])
  }

  /// Takes what a `Set-Cookie` field of a response from that URL says. Returns whether it was: a server has no right to
  /// every cookie that it sets.
  @discardableResult
  public func store(_ field: String, from url: URL) -> Bool {
    refusal(of: field, from: CookieTarget(url)) == nil
  }

  /// Removes the cookies that the closure picks, as in `jar.remove { !$0.isPersistent }` at the end of a session.
  public func remove(where isUnwanted: (Cookie) -> Bool) {
    shelf.withLock { $0.remove(where: isUnwanted) }
  }

  /// Removes all cookies, persistent ones too.
  public func removeAll() {
    shelf.withLock { $0.remove { _ in true } }
  }
}

// What an exchange does with it.
extension CookieJar {
  /// The field `Cookie` for a request to that URL; nil where no cookie is for it.
  func field(for url: URL) -> String? {
    let cookies = shelf.withLock { $0.take(for: CookieTarget(url), at: now()) }
    return cookies.isEmpty ? nil : cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Takes what a server sets; returns why it does not, where it does not.
  func refusal(of field: String, from target: CookieTarget) -> CookieRefusal? {
    let now = now()
    do throws(CookieRefusal) {
      let cookie = try Cookie(SetCookie(field), from: target, at: now, isPublicSuffix: isPublicSuffix)
      try shelf.withLock { shelf throws(CookieRefusal) in
        guard target.isSecure || !shelf.hasSecureCookie(coveredBy: cookie, at: now) else {
          throw .secureThere
        }
        shelf.put(cookie, at: now)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension CookieJar: Hashable {
  /// Whether both are the same jar, whatever is in them.
  public static func == (left: CookieJar, right: CookieJar) -> Bool { left === right }
  /// Hashes which jar it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One cookie a line, without their values.
  public var description: String { cookies.map(\.description).joined(separator: "\n") }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The cookies without their values, so that `dump` cannot tell either.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: cookies, displayStyle: .collection) }
}

extension RequestOptions {
  /// The jar that the cookies of a call come from and are stored in; nil, the default, sends and stores no cookies. See
  /// ``Transport/cookies(in:)``, which sets it for all calls of a stack.
  public var cookies: CookieJar? {
    get { self[CookiesKey.self] }
    set { self[CookiesKey.self] = newValue }
  }
}

private enum CookiesKey: RequestOptionKey { static let defaultValue: CookieJar? = nil }
