/// The cookies of a jar, as a value: what is stored, what is sent and what has to go (RFC 6265 §5.3, §5.4).
///
/// They stand by domain, so that a request looks at those of its host and of what that lies below, and at no others.
struct CookieStorage {
  private struct Entry {
    var cookie: Cookie
    /// Cookies are older the lower it is; times can be equal, and clocks are set back.
    let number: Int
    var lastUse: Int
  }

  private let limits: CookieLimits
  private var domains: [String: [Entry]] = [:]
  private var lastNumber = 0
  private(set) var count = 0

  init(limits: CookieLimits = CookieLimits()) {
    self.limits = limits
  }

  /// All that have not expired, the oldest first.
  func cookies(at now: Date) -> [Cookie] {
    domains.values.joined().filter { !$0.cookie.hasExpired(at: now) }
      .sorted { $0.number < $1.number }.map(\.cookie)
  }

  /// Those that go along with a request, in the order in which they are sent: the longest path first, then the oldest.
  func cookies(for target: CookieTarget, at now: Date) -> [Cookie] {
    CookieDomain.candidates(for: target.host).flatMap { domains[$0] ?? [] }
      .filter { target.takes($0.cookie) && !$0.cookie.hasExpired(at: now) }
      .sorted { left, right in
        let (leftPath, rightPath) = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
        return leftPath == rightPath ? left.number < right.number : leftPath > rightPath
      }
      .map(\.cookie)
  }

  /// The same, which are used by that: they are the last to go where there are too many.
  mutating func take(for target: CookieTarget, at now: Date) -> [Cookie] {
    let taken = cookies(for: target, at: now)
    let use = nextNumber()
    for cookie in taken {
      guard let index = index(of: cookie) else { continue }
      domains[cookie.domain]?[index].lastUse = use
    }
    return taken
  }

  /// Puts a cookie in the place of the one of the same name, domain and path, whose age it keeps. One that has expired
  /// removes that and is not kept.
  mutating func put(_ cookie: Cookie, at now: Date) {
    var (cookie, number) = (cookie, nextNumber())
    let use = number
    if let index = index(of: cookie), let old = domains[cookie.domain]?.remove(at: index) {
      count -= 1
      (cookie.created, number) = (old.cookie.created, old.number)
    }
    defer { if domains[cookie.domain]?.isEmpty == true { domains[cookie.domain] = nil } }
    guard !cookie.hasExpired(at: now) else { return }
    domains[cookie.domain, default: []].append(Entry(cookie: cookie, number: number, lastUse: use))
    count += 1
    makeRoom(in: cookie.domain, at: now)
  }

  /// Whether the cookie, set without encryption, would cover one that is for `https` alone (RFC 6265bis §5.7).
  func hasSecureCookie(coveredBy cookie: Cookie, at now: Date) -> Bool {
    domains.contains { domain, entries in
      guard CookieDomain.matches(domain, cookie.domain) || CookieDomain.matches(cookie.domain, domain) else {
        return false
      }
      return entries.contains {
        $0.cookie.isSecure && $0.cookie.name == cookie.name && !$0.cookie.hasExpired(at: now)
          && CookiePath.matches(cookie.path, $0.cookie.path)
      }
    }
  }

  mutating func remove(where isUnwanted: (Cookie) -> Bool) {
    domains = domains.compactMapValues { entries in
      let rest = entries.filter { !isUnwanted($0.cookie) }
      return rest.isEmpty ? nil : rest
    }
    count = domains.values.reduce(0) { $0 + $1.count }
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func index(of cookie: Cookie) -> Int? {
    domains[cookie.domain]?.firstIndex { entry in
      entry.cookie.name == cookie.name && entry.cookie.path == cookie.path
        && entry.cookie.isHostOnly == cookie.isHostOnly
    }
  }
}

// What has to go where there are too many.
extension CookieStorage {
  private mutating func makeRoom(in domain: String, at now: Date) {
    guard (domains[domain]?.count ?? 0) > limits.perDomain || count > limits.inAll else { return }
    remove { $0.hasExpired(at: now) }
    while (domains[domain]?.count ?? 0) > limits.perDomain { removeOne(among: [domain]) }
    while count > limits.inAll { removeOne(among: Array(domains.keys)) }
  }

  /// Removes the one that was not used for longest; one that is for `https` only where there is no other.
  private mutating func removeOne(among names: [String]) {
    let entries = names.flatMap { domains[$0] ?? [] }
    let least = entries.min { left, right in
      left.cookie.isSecure == right.cookie.isSecure
        ? left.lastUse < right.lastUse : !left.cookie.isSecure
    }
    guard let least, let index = index(of: least.cookie) else { return }
    domains[least.cookie.domain]?.remove(at: index)
    count -= 1
    if domains[least.cookie.domain]?.isEmpty == true { domains[least.cookie.domain] = nil }
  }
}

/// How many cookies a jar keeps: no fewer than RFC 6265 §6.1 asks of everyone.
struct CookieLimits: Sendable {
  var perDomain = 50
  var inAll = 3000
}
