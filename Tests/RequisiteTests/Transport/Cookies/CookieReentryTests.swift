import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

/// A clock of the program's, which does something when it is asked for the time.
private struct AskingClock: Clock {
  let isAsked: @Sendable () -> Void

  var now: TestClock.Instant {
    isAsked()
    return TestClock.Instant()
  }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {}
}

@Suite("A cookie jar runs no closure of the program under its lock", .timeLimit(.minutes(1)))
struct CookieReentryTests {
  private let site: URL

  init() throws { site = try #require(URL(string: "https://example.com/")) }

  /// True if another thread can use the jar now.
  private static func isFree(_ jar: CookieJar) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      jar.removeAll()
      done.signal()
    }
    return done.wait(timeout: .now() + 3) == .success
  }

  @Test("the predicate of remove can use the jar")
  func predicate() throws {
    let jar = CookieJar()
    try jar.insert(Cookie("a", "1", domain: "example.com"))
    var answers: [Bool] = []
    jar.remove { _ in
      answers.append(Self.isFree(jar))
      return false
    }
    #expect(answers == [true])
  }

  @Test("a cookie that is replaced while the predicate of remove runs stays")
  func replaced() throws {
    let jar = CookieJar()
    try jar.insert([Cookie("a", "1", domain: "example.com"), Cookie("b", "1", domain: "example.com")])
    jar.remove { cookie in
      if cookie.name == "a" { jar.store("a=2; Secure; Path=/", from: site) }
      return true
    }
    #expect(jar.cookies.map(\.value) == ["2"])
  }

  private enum JarUse: CaseIterable { case all, ofURL, insertion, storage, field }

  @Test("the clock can use the jar", arguments: JarUse.allCases)
  private func clock(during use: JarUse) throws {
    let own = Locked<CookieJar?>(nil)
    let answers = Locked<[Bool]>([])
    let clock = AskingClock {
      guard let jar = own.withLock({ $0 }) else { return }
      let isFree = Self.isFree(jar)
      answers.withLock { $0.append(isFree) }
    }
    let jar = CookieJar(clock: CallClock(clock))
    own.withLock { $0 = jar }
    switch use {
    case .all: _ = jar.cookies
    case .ofURL: _ = jar.cookies(for: site)
    case .insertion: try jar.insert(Cookie("a", "1", domain: "example.com"))
    case .storage: jar.store("a=1", from: site)
    case .field: _ = jar.field(for: site)
    }
    own.withLock { $0 = nil }
    let heard = answers.withLock { $0 }
    #expect(!heard.isEmpty && heard.allSatisfy(\.self))
  }
}
