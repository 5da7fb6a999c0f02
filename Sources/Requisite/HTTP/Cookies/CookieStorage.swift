/// The cookies of a jar as a value, with the rules for storing, sending and evicting them (RFC 6265 §5.3, §5.4).
///
/// Cookies are grouped by domain, so that a request reads only those of its host and of the domains above it.
struct CookieStorage {
  private struct Entry {
    var cookie: Cookie
    /// The rank by age: older cookies have lower numbers. Dates are no rank, because they can be equal and clocks can be
    /// set back.
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

  /// All cookies that have not expired, oldest first.
  func cookies(at now: Date) -> [Cookie] {
    domains.values.joined().filter { !$0.cookie.hasExpired(at: now) }
      .sorted { $0.number < $1.number }.map(\.cookie)
  }

  /// The cookies for a request in the order in which they are sent: longest path first, then oldest first.
  func cookies(for target: CookieTarget, at now: Date) -> [Cookie] {
    CookieDomain.candidates(for: target.host).flatMap { domains[$0] ?? [] }
      .filter { target.takes($0.cookie) && !$0.cookie.hasExpired(at: now) }
      .sorted { left, right in
        let (leftPath, rightPath) = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
        return leftPath == rightPath ? left.number < right.number : leftPath > rightPath
      }
      .map(\.cookie)
  }

  /// Returns the cookies for a request and marks them as used, so that they are evicted last.
  mutating func take(for target: CookieTarget, at now: Date) -> [Cookie] {
    let taken = cookies(for: target, at: now)
    let use = nextNumber()
    for cookie in taken {
      guard let index = index(of: cookie) else { continue }
      domains[cookie.domain]?[index].lastUse = use
    }
    return taken
  }

  /// Stores a cookie. It replaces the cookie of the same name, domain and path, and keeps its age. An expired cookie only
  /// removes the one it would replace.
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

  /// True if `cookie` has the name of a stored `Secure` cookie and overlaps its domain and path. A server must not set such
  /// a cookie over `http` (RFC 6265bis §5.7).
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

// Eviction when there are too many cookies.
extension CookieStorage {
  private mutating func makeRoom(in domain: String, at now: Date) {
    guard (domains[domain]?.count ?? 0) > limits.perDomain || count > limits.inAll else { return }
    remove { $0.hasExpired(at: now) }
    while (domains[domain]?.count ?? 0) > limits.perDomain { removeOne(among: [domain]) }
    while count > limits.inAll { removeOne(among: Array(domains.keys)) }
  }

  /// Removes the least recently used cookie; a `Secure` cookie only if all are `Secure`.
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

/// How many cookies a jar stores: the minimum that RFC 6265 §6.1 asks of implementations.
struct CookieLimits: Sendable {
  var perDomain = 50
  var inAll = 3000
}
