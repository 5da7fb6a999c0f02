/// The cookies of a jar as a value, with the rules for storing, sending and evicting them (RFC 6265 §5.3, §5.4).
///
/// Cookies are grouped by domain, so that a request reads only those of its host and of the domains above it. Whatever the
/// number of cookies in all, storing one looks at those of its domain only: two queues have the next cookie to expire and
/// the next one to evict, and an index has the paths of `Secure` cookies by name.
struct CookieStorage {
  private struct Entry {
    var cookie: Cookie
    /// The rank by age: older cookies have lower numbers. Dates are no rank, because they can be equal and clocks can be
    /// set back.
    let number: Int
    /// The number of the call of ``put(_:at:)`` that stored the cookie.
    let stored: Int
    /// The rank by use, which no two cookies share.
    var lastUse: Int
  }

  private let limits: CookieLimits
  private var domains: [String: [Entry]] = [:]
  private var lastNumber = 0
  private(set) var count = 0
  /// The domains of the cookies by their last use. `Secure` cookies, whose rank is 1, are evicted only if all are `Secure`.
  private var uses = TicketQueue<Int, String>()
  /// The domains of the cookies that expire, by ``Entry/stored``.
  private var expiries = TicketQueue<Date, String>()
  /// The number of uses and expiries in memory, those of removed cookies included.
  var kept: Int { uses.count + expiries.count }
  /// How many `Secure` cookies have a name and a path, for their domain and for each domain above it.
  private var secure: [SecureName: [String: Int]] = [:]

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
      .filter { target.accepts($0.cookie) && !$0.cookie.hasExpired(at: now) }
      .sorted { left, right in
        let (leftPath, rightPath) = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
        return leftPath == rightPath ? left.number < right.number : leftPath > rightPath
      }
      .map(\.cookie)
  }

  /// Returns the cookies for a request and marks them as used, so that they are evicted last.
  mutating func take(for target: CookieTarget, at now: Date) -> [Cookie] {
    let taken = cookies(for: target, at: now)
    for cookie in taken {
      guard let index = index(of: cookie), let last = domains[cookie.domain]?[index].lastUse else { continue }
      let use = nextNumber()
      domains[cookie.domain]?[index].lastUse = use
      uses.remove(last)
      uses.insert(cookie.domain, ticket: use, rank: cookie.isSecure ? 1 : 0)
    }
    return taken
  }

  /// Stores a cookie. It replaces the cookie of the same name, domain and path, and keeps its age. An expired cookie only
  /// removes the one it would replace. Others that have expired are removed too.
  mutating func put(_ cookie: Cookie, at now: Date) {
    removeExpired(at: now)
    var (cookie, number) = (cookie, nextNumber())
    let use = number
    if let index = index(of: cookie), let old = remove(at: index, of: cookie.domain) {
      (cookie.created, number) = (old.cookie.created, old.number)
    }
    guard !cookie.hasExpired(at: now) else { return }
    domains[cookie.domain, default: []].append(
      Entry(cookie: cookie, number: number, stored: use, lastUse: use))
    count += 1
    uses.insert(cookie.domain, ticket: use, rank: cookie.isSecure ? 1 : 0)
    if let time = cookie.expires { expiries.insert(cookie.domain, ticket: use, rank: time) }
    countSecure(cookie, 1)
    evictIfFull(in: cookie.domain)
  }

  /// True if `cookie` has the name of a stored `Secure` cookie and overlaps its domain and path. A server must not set such
  /// a cookie over `http` (RFC 6265bis §5.7).
  mutating func hasSecureCookie(coveredBy cookie: Cookie, at now: Date) -> Bool {
    removeExpired(at: now)
    let isBelowOne = CookieDomain.candidates(for: cookie.domain).contains { domain in
      domains[domain]?.contains {
        $0.cookie.isSecure && $0.cookie.name == cookie.name && CookiePath.matches(cookie.path, $0.cookie.path)
      } ?? false
    }
    let paths = secure[SecureName(name: cookie.name, domain: cookie.domain)]?.keys
    return isBelowOne || paths?.contains { CookiePath.matches(cookie.path, $0) } ?? false
  }

  /// All stored cookies, including expired ones, each with the number by which ``remove(_:)`` knows it.
  var stored: [(number: Int, cookie: Cookie)] { domains.values.joined().map { ($0.stored, $0.cookie) } }

  /// Removes the cookies with these numbers. One that was replaced since has another.
  mutating func remove(_ numbers: Set<Int>) {
    for (domain, entries) in domains {
      for index in entries.indices.reversed() where numbers.contains(entries[index].stored) {
        remove(at: index, of: domain)
      }
    }
  }

  mutating func removeAll() {
    // Numbers go on, so that a removal that began before finds no cookie that was stored after.
    let last = lastNumber
    self = CookieStorage(limits: limits)
    lastNumber = last
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

  @discardableResult
  private mutating func remove(at index: Int, of domain: String) -> Entry? {
    guard let entry = domains[domain]?.remove(at: index) else { return nil }
    if domains[domain]?.isEmpty == true { domains[domain] = nil }
    count -= 1
    uses.remove(entry.lastUse)
    expiries.remove(entry.stored)
    countSecure(entry.cookie, -1)
    return entry
  }

  private mutating func countSecure(_ cookie: Cookie, _ change: Int) {
    guard cookie.isSecure else { return }
    for domain in CookieDomain.candidates(for: cookie.domain) {
      let name = SecureName(name: cookie.name, domain: domain)
      let rest = (secure[name]?[cookie.path] ?? 0) + change
      secure[name, default: [:]][cookie.path] = rest > 0 ? rest : nil
      if secure[name]?.isEmpty == true { secure[name] = nil }
    }
  }
}

// Expiry, and eviction when there are too many cookies.
extension CookieStorage {
  private struct SecureName: Hashable {
    let name: String
    let domain: String
  }

  private mutating func removeExpired(at now: Date) {
    while let first = expiries.first, !(first > now), let (stored, domain) = expiries.popFirst() {
      let index = domains[domain]?.firstIndex { $0.stored == stored }
      if let index { remove(at: index, of: domain) }
    }
  }

  private mutating func evictIfFull(in domain: String) {
    func rank(_ entry: Entry) -> (Int, Int) { (entry.cookie.isSecure ? 1 : 0, entry.lastUse) }
    while let entries = domains[domain], entries.count > limits.perDomain,
      let index = entries.indices.min(by: { rank(entries[$0]) < rank(entries[$1]) })
    {
      remove(at: index, of: domain)
    }
    while count > limits.total, let (use, domain) = uses.popFirst() {
      let index = domains[domain]?.firstIndex { $0.lastUse == use }
      if let index { remove(at: index, of: domain) }
    }
  }
}

/// How many cookies a jar stores: the minimum that RFC 6265 §6.1 asks of implementations.
struct CookieLimits: Sendable {
  var perDomain = 50
  var total = 3000
}
