import Testing

@testable import Requisite

@Suite("A jar and a plain list of cookies agree")
struct CookieModelTests {
  /// The rules of RFC 6265 §5.3 and §5.4 over a list, without an index and without the functions of the jar.
  private struct CookieModel {
    struct Request {
      let scheme: String
      let host: String
      let path: String

      func carries(_ cookie: Cookie) -> Bool {
        let isBelow = host != "127.0.0.1" && host.hasSuffix("." + cookie.domain)
        let folder = cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/"
        return (host == cookie.domain || isBelow && !cookie.isHostOnly)
          && (path == cookie.path || path.hasPrefix(folder))
          && (scheme == "https" || host == "127.0.0.1" || !cookie.isSecure)
      }
    }

    var cookies: [Cookie] = []

    static func isOver(_ cookie: Cookie, at now: Date) -> Bool { cookie.expires.map { $0 <= now } ?? false }

    mutating func put(_ cookie: Cookie, at now: Date) {
      cookies.removeAll { Self.isOver($0, at: now) }
      let old = cookies.firstIndex {
        $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
          && $0.isHostOnly == cookie.isHostOnly
      }
      var cookie = cookie
      if let old { cookie.created = cookies[old].created }
      switch (old, Self.isOver(cookie, at: now)) {
      case (let old?, true): cookies.remove(at: old)
      case (let old?, false): cookies[old] = cookie
      case (nil, false): cookies.append(cookie)
      case (nil, true): break
      }
    }

    func sent(with request: Request, at now: Date) -> [Cookie] {
      let chosen = cookies.filter { request.carries($0) && !Self.isOver($0, at: now) }
      let lengths = Set(chosen.map(\.path.count)).sorted(by: >)
      return lengths.flatMap { length in chosen.filter { $0.path.count == length } }
    }
  }

  @Test("after any number of cookies, at any time")
  func agree() {
    let hosts = ["a.com", "b.a.com", "c.b.a.com", "xa.com", "com", "127.0.0.1"]
    let paths = ["/", "/x", "/x/", "/x/y", "/xy"]
    // How many requests carried several cookies: agreement on none or one shows little.
    var several = 0
    checkProperty(cases: 200) { generator in
      var (shelf, model, now) = (CookieStorage(), CookieModel(), Date(timeIntervalSince1970: 1e9))
      for step in 0..<60 {
        let request = CookieModel.Request(
          scheme: generator.chance(2) ? "http" : "https", host: hosts[generator.index(below: hosts.count)],
          path: paths[generator.index(below: paths.count)])
        let url = try #require(URL(string: "\(request.scheme)://\(request.host)\(request.path)"))
        let sent = model.sent(with: request, at: now)
        guard shelf.take(for: CookieTarget(url), at: now) == sent else { return false }
        if sent.count > 1 { several += 1 }
        let domain = (hosts + ["0.0.1"])[generator.index(below: hosts.count + 1)]
        let cookie = Cookie(
          ["a", "b"][generator.index(below: 2)], "\(step)", domain: domain, isHostOnly: generator.chance(2),
          path: paths[generator.index(below: paths.count)],
          expires: generator.chance(2) ? now.addingTimeInterval(Double(generator.index(below: 4)) - 1) : nil,
          isSecure: generator.chance(2), created: now)
        shelf.put(cookie, at: now)
        model.put(cookie, at: now)
        if generator.chance(3) { now.addTimeInterval(1) }
      }
      let rest = model.cookies.filter { !CookieModel.isOver($0, at: now) }
      return shelf.cookies(at: now) == rest && shelf.count >= rest.count
    }
    #expect(several > 1000)
  }

  @Test("over http, a jar refuses what a list of its Secure cookies says")
  func secure() {
    let hosts = ["a.com", "b.a.com", "c.b.a.com", "127.0.0.1", "a.com."]
    let paths = ["/", "/x", "/x/", "/x/y", "/xy"]
    checkProperty(cases: 200) { generator in
      var shelf = CookieStorage()
      let start = Date(timeIntervalSince1970: 1e9)
      var now = start
      for _ in 0..<40 {
        let cookie = Cookie(
          ["a", "b"][generator.index(below: 2)], "", domain: hosts[generator.index(below: hosts.count)],
          isHostOnly: generator.chance(2), path: paths[generator.index(below: paths.count)],
          expires: generator.chance(2) ? now.addingTimeInterval(Double(generator.index(below: 4))) : nil,
          isSecure: generator.chance(2))
        let isCovered = shelf.cookies(at: now).contains { other in
          other.isSecure && other.name == cookie.name && CookiePath.matches(cookie.path, other.path)
            && (CookieDomain.matches(other.domain, cookie.domain)
              || CookieDomain.matches(cookie.domain, other.domain))
        }
        guard shelf.hasSecureCookie(coveredBy: cookie, at: now) == isCovered else { return false }
        shelf.put(cookie, at: now)
        if generator.chance(5) {
          shelf.remove(Set(shelf.stored.filter { _ in generator.chance(3) }.map(\.number)))
        }
        if generator.chance(3) { now.addTimeInterval(1) }
      }
      return true
    }
  }

  @Test("what is evicted is what a list would evict", arguments: [1, 2, 3])
  func eviction(seed: Int) {
    checkProperty(cases: 100) { generator in
      let limits = CookieLimits(perDomain: 3, total: 6)
      var shelf = CookieStorage(limits: limits)
      var list: [(cookie: Cookie, use: Int)] = []
      let now = Date(timeIntervalSince1970: 1e9)
      for step in 0..<80 {
        let domain = "\(generator.index(below: 4)).com"
        if generator.chance(3), let url = URL(string: "https://\(domain)/") {
          for cookie in shelf.take(for: CookieTarget(url), at: now) {
            guard let index = list.firstIndex(where: { $0.cookie == cookie }) else { return false }
            list.append((list.remove(at: index).cookie, step))
          }
          continue
        }
        let name = "\(generator.index(below: 5))"
        let cookie = Cookie(name, "\(step)", domain: domain, isSecure: generator.chance(2), created: now)
        shelf.put(cookie, at: now)
        list.removeAll { $0.cookie.name == name && $0.cookie.domain == domain }
        list.append((cookie, step))
        let victims: [(Cookie) -> Bool] = [{ $0.domain == domain }, { _ in true }]
        for (isOne, limit) in zip(victims, [limits.perDomain, limits.total]) {
          while list.count(where: { isOne($0.cookie) }) > limit {
            let plain = list.firstIndex { isOne($0.cookie) && !$0.cookie.isSecure }
            guard let index = plain ?? list.firstIndex(where: { isOne($0.cookie) }) else { return false }
            list.remove(at: index)
          }
        }
        guard Set(shelf.cookies(at: now)) == Set(list.map(\.cookie)) else { return false }
      }
      return true
    }
  }

  @Test("a cookie that was replaced many times is removed when it expires")
  func replaced() {
    var shelf = CookieStorage()
    let start = Date(timeIntervalSince1970: 1e9)
    for step in 0..<200 {
      let expiry = start.addingTimeInterval(10)
      shelf.put(Cookie("a", "\(step)", domain: "a.com", expires: expiry, created: start), at: start)
    }
    let end = start.addingTimeInterval(10)
    shelf.put(Cookie("b", "x", domain: "a.com", created: end), at: end)
    #expect(shelf.count == 1)
  }

  @Test("a cookie that was sent many times is evicted by its last use, and takes no memory for each")
  func sentOften() throws {
    var shelf = CookieStorage(limits: CookieLimits(perDomain: 2, total: 2))
    let now = Date(timeIntervalSince1970: 1e9)
    for name in ["a", "b"] { shelf.put(Cookie(name, "x", domain: "\(name).com", created: now), at: now) }
    let target = CookieTarget(try #require(URL(string: "https://a.com/")))
    for _ in 0..<200 { #expect(shelf.take(for: target, at: now).map(\.name) == ["a"]) }
    #expect(shelf.kept < 100)
    for (name, kept) in [("c", ["a", "c"]), ("d", ["c", "d"])] {
      shelf.put(Cookie(name, "x", domain: "\(name).com", created: now), at: now)
      #expect(shelf.cookies(at: now).map(\.name) == kept)
    }
  }

  @Test("the limits hold for any cookies")
  func limits() {
    checkProperty(cases: 100) { generator in
      let limits = CookieLimits(
        perDomain: 1 + generator.index(below: 4), total: 1 + generator.index(below: 8))
      var shelf = CookieStorage(limits: limits)
      let now = Date(timeIntervalSince1970: 1e9)
      for _ in 0..<50 {
        let cookie = Cookie(
          "\(generator.index(below: 9))", "x", domain: "\(generator.index(below: 4)).com",
          isSecure: generator.chance(2))
        shelf.put(cookie, at: now)
        let all = shelf.cookies(at: now)
        let most = Dictionary(grouping: all, by: \.domain).values.map(\.count).max() ?? 0
        guard most <= limits.perDomain, all.count <= limits.total, shelf.count == all.count else {
          return false
        }
        guard
          all.contains(where: { $0.name == cookie.name && $0.domain == cookie.domain }) || limits.total < 9
        else {
          return false
        }
      }
      return true
    }
  }
}
