import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Responses under way while a cache removes others", .timeLimit(.minutes(3)))
struct InvalidationJournalTests {
  @Test("a response under way for one user is not stored after a change by another", .feature("F6"))
  func partitionRace() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/a").respond(.cached("old", "max-age=60").after(.seconds(1)))
      On(.post, "/a").respond(status: 204)
    }
    let bench = CacheBench(stub: stub)
    async let slow = bench.send()
    try await clock.sleepers(1)
    try await bench.send(.post, "/a", ["Authorization": "Bearer one"])
    clock.advance(by: .seconds(1))
    #expect(try await slow.refusal == .invalidated)
  }

  @Test("a response under way during a change is not stored, because it may be the old one", .feature("C9"))
  func race() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/a").respond(.cached("old", "max-age=60").after(.seconds(1))).once()
      On(.get, "/a").respond(.cached("new", "max-age=60"))
      On(.post, "/a").respond(status: 204)
    }
    let bench = CacheBench(stub: stub)
    async let slow = bench.send()
    try await clock.sleepers(1)
    try await bench.send(.post)
    clock.advance(by: .seconds(1))
    #expect(try await slow.refusal == .invalidated)
    #expect(try await bench.send().text == "new")
  }

  @Test("a response under way is not stored if a HEAD shows that the stored one has changed", .feature("C9"))
  func outdatedByHead() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/a").respond(.cached("one", "max-age=60", ["ETag": "\"1\""]))
        .then(.cached("one", "max-age=60", ["ETag": "\"1\""]).after(.seconds(1)))
      On(.head, "/a").respond(.status(200, headers: ["ETag": "\"2\""]))
    }
    let bench = CacheBench(stub: stub)
    try await bench.send()
    async let slow = bench.send(.get, "/a", ["Cache-Control": "no-cache"])
    try await clock.sleepers(1)
    try await bench.send(.head, mode: .revalidate)
    clock.advance(by: .seconds(1))
    #expect(try await slow.refusal == .invalidated)
    #expect(try await bench.store.entries().isEmpty)
  }

  @Test("a HEAD with another length shows that the stored response has changed", .feature("C9"))
  func lengthOfHead() async throws {
    for (length, isKept) in [("3", true), ("4", false)] {
      let stub = StubTransport {
        On(.get, "/a").respond(.cached("one", "max-age=60", ["Content-Length": "3"]))
        On(.head, "/a").respond(.status(200, headers: ["Content-Length": length]))
      }
      let bench = CacheBench(stub: stub)
      try await bench.send()
      try await bench.send(.head, mode: .revalidate)
      #expect(try await bench.store.entries().isEmpty != isKept)
    }
  }

  @Test(
    "a response under way while the store is cleared is not stored, because its user may have logged out",
    .feature("C9")
  )
  func clearing() async throws {
    let folder = try TemporaryFolder()
    for store in [MemoryCacheStore(), try DiskCacheStore(directory: folder.url)] as [any CacheStore] {
      let clock = TestClock()
      let stub = StubTransport(
        [On.any().respond(.cached("mine", "max-age=60").after(.seconds(1)))], clock: CallClock(clock))
      let bench = CacheBench(store: store, stub: stub)
      async let slow = bench.send()
      try await clock.sleepers(1)
      try await store.removeAll()
      clock.advance(by: .seconds(1))
      #expect(try await slow.refusal == .invalidated)
      #expect(try await store.entries().isEmpty)
    }
  }

  @Test("the journal of removed URLs is empty when no response is under way", .feature("C9"))
  func journal() throws {
    let key = try #require(URL(string: "https://api.test/a").flatMap { CacheKey($0) })
    var journal = InvalidationJournal()
    journal.invalidate(key)
    #expect(journal.isEmpty)
    let first = journal.begin()
    journal.invalidate(key)
    let second = journal.begin()
    #expect(journal.isInvalidated(key, since: first) && !journal.isInvalidated(key, since: second))
    journal.end()
    #expect(!journal.isEmpty)
    journal.end()
    #expect(journal.isEmpty)
  }

  @Test("the size of the journal is limited, and URLs that it has dropped count as changed", .feature("C9"))
  func journalBound() throws {
    let url = try #require(URL(string: "https://api.test/a"))
    let key = try #require(CacheKey(url))
    var journal = InvalidationJournal()
    let early = journal.begin()
    for number in 0..<InvalidationJournal.maximumCount {
      journal.invalidate(try #require(CacheKey(url.appending(path: "\(number)"))))
    }
    #expect(!journal.isInvalidated(key, since: early))
    journal.invalidate(try #require(CacheKey(url.appending(path: "more"))))
    #expect(journal.isInvalidated(key, since: early))
    let late = journal.begin()
    #expect(!journal.isInvalidated(key, since: late))
  }
}
