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

  @Test("what begins after a change is not outdated by it", .feature("C9"))
  func journal() {
    let journal = ChangeJournal()
    journal.add("https://api.test/a")
    let (first, start) = (journal.position, journal.start(of: "https://api.test/a"))
    let other = journal.start(of: "https://api.test/b")
    #expect(!start.isOutdated)
    journal.add("https://api.test/a")
    let second = journal.position
    #expect(journal.isChanged("https://api.test/a", since: first) && start.isOutdated && !other.isOutdated)
    #expect(!journal.isChanged("https://api.test/a", since: second))
    #expect(!journal.start(of: "https://api.test/a").isOutdated)
    #expect(!journal.ifUnchanged("https://api.test/a", since: first) { true })
    #expect(journal.ifUnchanged("https://api.test/a", since: second) { true })
  }

  @Test("the size of the journal is limited, and URLs that it has dropped count as changed", .feature("C9"))
  func journalBound() {
    let (journal, url) = (ChangeJournal(), "https://api.test/a")
    let early = journal.position
    for number in 0..<ChangeJournal.maximumCount { journal.add("\(url)/\(number)") }
    #expect(!journal.isChanged(url, since: early))
    journal.add("\(url)/more")
    #expect(journal.isChanged(url, since: early))
    #expect(!journal.isChanged(url, since: journal.position))
  }
}
