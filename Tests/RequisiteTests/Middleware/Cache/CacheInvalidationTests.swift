import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Responses that a cache removes", .timeLimit(.minutes(3)))
struct CacheInvalidationTests {
  private func bench(_ change: StubResponse) async throws -> CacheBench {
    let stub = StubTransport {
      On(.get, "/**").respond(.cached("stored", "max-age=60"))
      On(.head, "/**").respond(status: 200)
      On("/**").respond(change)
    }
    let bench = CacheBench(stub: stub)
    for path in ["/a", "/b", "/c", "/d", "https://other.test/b"] { try await bench.send(.get, path) }
    return bench
  }

  private func kept(_ bench: CacheBench) async throws -> [String] {
    try await bench.store.entries().map { String($0.head.key.url.dropFirst("https://".count)) }
  }

  @Test(
    "a successful unsafe call removes its URL, and the URLs of its origin that the response names (RFC 9111 §4.4)",
    .feature("C9")
  )
  func change() async throws {
    let headers: HTTPHeaders = ["Location": "/b", "Content-Location": "https://API.test:443/c#x"]
    for method in [HTTPMethod.post, .put, .delete, .patch, "MKCOL"] {
      let bench = try await bench(.status(201, headers: headers))
      let answer = try await bench.send(method)
      #expect(answer.outcome == .bypass && answer.reason == .method)
      #expect(answer.cacheStatus == "Requisite; fwd=method; fwd-status=201")
      #expect(try await kept(bench) == ["api.test/d", "other.test/b"])
    }
  }

  @Test(
    "a safe method removes nothing: the registry of methods says which are (RFC 9110 §16.1)", .feature("F42"),
    arguments: ["PROPFIND", "REPORT", "SEARCH", "QUERY", "OPTIONS", "TRACE"] as [HTTPMethod])
  func safe(method: HTTPMethod) async throws {
    let bench = try await bench(.status(207, headers: ["Location": "/b", "Content-Location": "/c"]))
    let before = try await kept(bench)
    #expect(try await bench.send(method).reason == .method)
    #expect(try await kept(bench) == before)
    #expect(try await bench.send(.get, "/a").outcome == .hit)
  }

  @Test("a change by one user removes the URL for all users (RFC 9111 §4.4)", .feature("F6"))
  func partitions() async throws {
    let folder = try TemporaryFolder()
    let disk = try DiskCacheStore(directory: folder.url)
    for store in [MemoryCacheStore(), disk, PlainStore()] as [any CacheStore] {
      let stub = StubTransport {
        On(.get, "/**").respond(.cached("stored", "max-age=60"))
        On(.post, "/a").respond(status: 204)
      }
      let bench = CacheBench(store: store, stub: stub)
      let users: [HTTPHeaders] = [[:], ["Authorization": "Bearer one"], ["Cookie": "id=2"]]
      for user in users { for path in ["/a", "/a/b", "/b"] { try await bench.send(.get, path, user) } }
      try await bench.send(.post, "/a", ["Authorization": "Bearer one"])
      for user in users {
        #expect(try await bench.send(.get, "/a", user).outcome == .miss)
        #expect(try await bench.send(.get, "/a/b", user).outcome == .hit)
        #expect(try await bench.send(.get, "/b", user).outcome == .hit)
      }
    }
    // A write that is not finished would make the folder anew.
    await disk.flush()
  }

  @Test("a URL is removed for all users")
  func byURL() async throws {
    let bench = CacheBench(.cached("stored", "max-age=60"))
    try await bench.send()
    try await bench.send(.get, "/a", ["Authorization": "Bearer one"])
    #expect(try await bench.store.entries().count == 2)
    try await bench.store.remove(try #require(URL(string: "https://API.test:443/a#x")))
    #expect(try await bench.store.entries().isEmpty)
  }

  @Test("a response cannot remove URLs of another origin", .feature("C9"))
  func otherOrigins() async throws {
    let bench = try await bench(
      .status(200, headers: ["Location": "https://other.test/b", "Content-Location": "::"]))
    try await bench.send(.post)
    #expect(try await kept(bench) == ["api.test/b", "api.test/c", "api.test/d", "other.test/b"])
  }

  @Test("a refused call and a safe call remove nothing", .feature("C9"))
  func refusals() async throws {
    for status in [400, 412, 500] {
      let bench = try await bench(.status(status))
      try await bench.send(.put)
      #expect(try await kept(bench).count == 5)
    }
    let safe = try await bench(.status(200))
    try await safe.send(.options)
    #expect(try await kept(safe).count == 5)
  }

  @Test(
    "a call that failed after it was sent removes its URL, and one that was not sent does not", .feature("C9")
  )
  func unknownOutcome() async throws {
    let lost = try await bench(.failure(.networkConnectionLost))
    _ = await #expect(throws: NetworkRequestError.self) { try await lost.send(.post) }
    #expect(try await kept(lost).contains("api.test/a") == false)
    let unsent = try await bench(.failure(.cannotFindHost))
    _ = await #expect(throws: NetworkRequestError.self) { try await unsent.send(.post) }
    #expect(try await kept(unsent).contains("api.test/a"))
  }

  @Test(
    "a redirect after a change shows that the change was made, even if the redirect fails", .feature("C9"))
  func redirectAfterChange() async throws {
    let stub = StubTransport {
      On(.get, "/b").respond(.cached("stored", "max-age=60")).once()
      On(.get, "/b").respond(status: 500)
      On(.get, "/a").respond(.cached("stored", "max-age=60"))
      On(.post, "/a").respond(.redirect(303, to: "/b"))
    }
    let bench = CacheBench(stub: stub)
    for path in ["/a", "/b"] { try await bench.send(.get, path) }
    try await bench.send(.post)
    #expect(try await bench.store.entries().isEmpty)
  }

  @Test(
    "a new response that must not be stored removes the old one, unless it is a transient error",
    .feature("C9"))
  func overtaken() async throws {
    for (response, isKept) in [
      (StubResponse.cached("two", "no-store"), false), (.status(403), false),
      (.status(404, headers: ["Vary": "*"]), false),
      (.status(429), true), (.status(500), true),
    ] {
      let bench = CacheBench(.cached("one", "max-age=10"), response)
      try await bench.send()
      bench.clock.advance(by: 20)
      try await bench.send()
      #expect(try await bench.store.entries().isEmpty == !isKept, "\(response.status)")
    }
  }

  @Test(
    "a stored GET response answers HEAD, and the server's response to a HEAD updates or removes it",
    .feature("C9"))
  func head() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(.cached("one", "max-age=60", ["ETag": "\"1\"", "Content-Length": "3"]))
      On(.head, "/a").respond(
        .status(200, headers: ["ETag": "\"1\"", "Cache-Control": "max-age=600", "X-New": "n"])
      )
      .then(.status(200, headers: ["ETag": "\"2\""]))
    }
    let bench = CacheBench(stub: stub)
    try await bench.send()
    let first = try await bench.send(.head)
    #expect(first.outcome == .hit && first.text.isEmpty && first.headers[.contentLength] == "3")
    bench.clock.advance(by: 70)
    let second = try await bench.send(.head)
    #expect(second.outcome == .miss && second.reason == .stale)
    let third = try await bench.send()
    #expect(third.outcome == .hit && third.text == "one" && third.headers["X-New"] == "n")
    try await bench.send(.head, mode: .revalidate)
    #expect(try await bench.store.entries().isEmpty)
    #expect(bench.stub.requests.map(\.method) == [.get, .head, .head])
  }

  @Test("a response that is found before its removal, and confirmed after it, is not kept", .feature("C9"))
  func confirmedMeanwhile() async throws {
    let clock = TestClock()
    let store = HeldStore()
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/a").respond(.cached("old", "max-age=0", ["ETag": "\"1\""])).once()
        .then(.status(304).after(.seconds(1)))
      On(.post, "/a").respond(status: 204)
    }
    let bench = CacheBench(store: store, stub: stub)
    try await bench.send()
    async let change = bench.send(.post)
    #expect(await until { await store.waiting == 1 })
    async let confirmed = bench.send()
    try await clock.sleepers(1)
    await store.letGo()
    #expect(try await change.status == 204)
    clock.advance(by: .seconds(1))
    #expect(try await confirmed.refusal == .invalidated)
    #expect(await store.entries().isEmpty)
  }

  @Test("a request with a range, a condition, a body or a user in its URL bypasses the cache", .feature("C9"))
  func bypass() async throws {
    let bench = CacheBench(.cached("one", "max-age=60"))
    try await bench.send()
    for name in [
      HTTPHeaderName.range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
    ] {
      let answer = try await bench.send(.get, "/a", [name: "x"])
      #expect(answer.outcome == .bypass && answer.reason == .conditional)
      #expect(answer.cacheStatus == "Requisite; fwd=bypass; detail=conditional")
    }
    #expect(try await bench.send(body: .text("x")).reason == .uncacheableRequest)
    #expect(try await bench.send(.get, "https://me:secret@api.test/a").reason == .uncacheableRequest)
    #expect(try await bench.store.entries().count == 1)
  }
}

/// A store whose removals wait until they are let go.
private actor HeldStore: CacheStore {
  nonisolated let maximumBodySize = Int.max
  private let memory = MemoryCacheStore()
  private var removals: [CheckedContinuation<Void, Never>] = []

  var waiting: Int { removals.count }

  func letGo() {
    for removal in removals { removal.resume() }
    removals = []
  }

  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) -> CachedResponse? {
    memory.lookUp(key, for: request)
  }
  func store(_ response: CachedResponse) { memory.store(response) }
  func remove(_ key: CachedResponse.Key) { memory.remove(key) }
  func removeEveryPartition(of key: CachedResponse.Key) async {
    await withCheckedContinuation { removals.append($0) }
    memory.remove(key)
  }
  func removeAll() { memory.removeAll() }
  func entries() -> [(head: CachedResponse.Head, size: Int)] { memory.entries() }
}

/// A store that has nothing but what the protocol asks for.
private struct PlainStore: CacheStore {
  let memory = MemoryCacheStore()
  var maximumBodySize: Int { memory.maximumBodySize }

  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) -> CachedResponse? {
    memory.lookUp(key, for: request)
  }
  func store(_ response: CachedResponse) { memory.store(response) }
  func remove(_ key: CachedResponse.Key) { memory.remove(key) }
  func removeAll() { memory.removeAll() }
  func entries() -> [(head: CachedResponse.Head, size: Int)] { memory.entries() }
}
