import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Variants in a cache", .timeLimit(.minutes(3)))
struct CacheVariantTests {
  @Test(
    "equivalent field values select the same response (RFC 9111 §4.1)", .feature("F6"),
    arguments: [
      ("Foo", ["1, 2"], ["1,2"]), ("Foo", ["1,2"], [" 1 ,  2 "]), ("Foo", ["1, 2"], ["1", "2"]),
      ("Foo", ["a\t,b"], ["a, b"]), ("Accept-Language", ["en, de"], ["EN,De"]),
      ("Accept-Encoding", ["gzip, br"], ["GZip,br"]),
    ])
  func same(name: String, first: [String], second: [String]) async throws {
    #expect(try await outcome(name, first, second) == .hit)
  }

  @Test(
    "different field values select different responses", .feature("F6"),
    arguments: [
      ("Foo", ["1, 2"], ["2, 1"]), ("Foo", ["a"], ["A"]), ("Foo", ["\"1, 2\""], ["\"1,2\""]),
      ("Foo", ["1 2"], ["12"]),
      ("Foo", ["1"], []), ("Foo", [""], []), ("Foo", ["1"], ["1", "1"]),
      ("Accept-Language", ["en, de"], ["de, en"]),
      ("User-Agent", ["a,b"], ["a, b"]), ("X-API-Key", ["a,b"], ["a, b"]),
    ])
  func different(name: String, first: [String], second: [String]) async throws {
    #expect(try await outcome(name, first, second) == .miss)
  }

  private func outcome(
    _ name: String, _ first: [String], _ second: [String]
  ) async throws -> CacheDecision.Outcome? {
    let field = HTTPHeaderName(name)
    // Only `Vary` compares the field.
    let bench = CacheBench(
      policy: CachePolicy(ignoredFields: [field]),
      stub: StubTransport([On.any().respond(.cached("one", "max-age=60", ["Vary": name]))]))
    try await bench.send(.get, "/a", HTTPHeaders(first.map { HTTPHeader(field, $0) }))
    return try await bench.send(.get, "/a", HTTPHeaders(second.map { HTTPHeader(field, $0) })).outcome
  }

  @Test("a response that a store returns for other values of the fields is not used", .feature("F6"))
  func mistakenStore() async throws {
    let bench = CacheBench(
      .cached("en", "max-age=60", ["Vary": "Accept-Language"]),
      .cached("de", "max-age=60", ["Vary": "Accept-Language"]), store: MistakenStore())
    try await bench.send(.get, "/a", ["Accept-Language": "en"])
    #expect(try await bench.send(.get, "/a", ["Accept-Language": "en"]).outcome == .hit)
    let other = try await bench.send(.get, "/a", ["Accept-Language": "de"])
    #expect(other.text == "de" && other.reason == .otherVariant)
  }

  @Test("each stale variant in use is fetched again once", .feature("F6"))
  func revalidation() async throws {
    let control = "max-age=60, stale-while-revalidate=600"
    let stub = StubTransport {
      for language in ["en", "de"] {
        On(.get, "/a").header(.acceptLanguage, language)
          .respond(.cached("old \(language)", control, ["Vary": "Accept-Language"])).once()
          .then(.cached("new \(language)", "max-age=6000", ["Vary": "Accept-Language"]))
      }
    }
    let bench = CacheBench(stub: stub)
    for language in ["en", "de"] { try await bench.send(.get, "/a", ["Accept-Language": language]) }
    bench.clock.advance(by: 70)
    for language in ["en", "de", "en", "de"] {
      #expect(try await bench.send(.get, "/a", ["Accept-Language": language]).text == "old \(language)")
    }
    #expect(await bench.runBackgroundWork() == 2)
    for language in ["en", "de"] {
      let answer = try await bench.send(.get, "/a", ["Accept-Language": language])
      #expect(answer.text == "new \(language)" && answer.outcome == .hit)
    }
    #expect(bench.asked == 4)
  }

  @Test(
    "an error from a fetch in the background does not replace a stored success, even if the error may be stored",
    .feature("F6"),
    arguments: [500, 502, 503, 504, 507, 599])
  func backgroundFailure(status: Int) async throws {
    let bench = CacheBench(
      .cached("good", "max-age=60, stale-while-revalidate=600"),
      .cached("bad", "max-age=600", ["Date": WallClock.date(70)], status: status),
      .cached("better", "max-age=600", ["Date": WallClock.date(70)]))
    try await bench.send()
    bench.clock.advance(by: 70)
    #expect(try await bench.send().text == "good")
    #expect(await bench.runBackgroundWork() == 1)
    let second = try await bench.send()
    #expect(second.text == "good" && second.outcome == .stale)
    #expect(await bench.runBackgroundWork() == 1, "the next call asks again")
    #expect(try await bench.send().text == "better")
  }

  @Test("the least recently used of too many variants is removed", .feature("F6"))
  func leastRecentlyUsed() throws {
    let store = MemoryCacheStore()
    let limit = MemoryCacheState.maximumVariants
    let responses = try (0...limit).map {
      try CachedResponse.stored("https://api.test/a", "\($0)", ["Vary": "X"], request: ["X": "\($0)"])
    }
    for response in responses.dropLast() { store.store(response) }
    let key = responses[0].head.key
    _ = store.lookUp(key, for: ["X": "0"])
    store.store(responses[limit])
    let kept = try (0...limit).filter { number in
      let fields: HTTPHeaders = ["X": "\(number)"]
      guard let found = store.lookUp(key, for: fields), found.head.answers(fields) else { return false }
      return try #require(String(data: found.body, encoding: .utf8)) == "\(number)"
    }
    #expect(kept == [0] + Array(2...limit), "the first was used after the second")
  }

  @Test(
    "the names in dates are read without regard to case (RFC 9111 §4.2)", .feature("F6"),
    arguments: [
      "SUN, 06 NOV 1994 08:50:37 GMT", "sun, 06 nov 1994 08:50:37 gmt", "Sun, 06 nOV 1994 08:50:37 Gmt",
      "SUNDAY, 06-nov-94 08:50:37 gmt", "sun nov  6 08:50:37 1994",
    ])
  func dates(expires: String) async throws {
    let bench = CacheBench(.text("x", headers: ["Date": WallClock.date(), "Expires": expires]))
    try await bench.send()
    bench.clock.advance(by: 59)
    #expect(try await bench.send().outcome == .hit)
    bench.clock.advance(by: 1)
    #expect(try await bench.send().outcome != .hit)
  }
}

/// A store that compares no field of the request.
private struct MistakenStore: CacheStore {
  private let last = Locked<CachedResponse?>(nil)
  var maximumBodySize: Int { .max }

  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) -> CachedResponse? {
    last.withLock(\.self)
  }
  func store(_ response: CachedResponse) { last.withLock { $0 = response } }
  func remove(_ key: CachedResponse.Key) { removeAll() }
  func removeAll() { last.withLock { $0 = nil } }
  func entries() -> [(head: CachedResponse.Head, size: Int)] { [] }
}
