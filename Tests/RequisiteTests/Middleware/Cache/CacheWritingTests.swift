import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A cache with a slow store", .timeLimit(.minutes(3)))
struct CacheWritingTests {
  @Test("a response is delivered before it is on the disk, and answers other calls meanwhile", .feature("F6"))
  func handedOver() async throws {
    let store = SlowStore()
    let bench = CacheBench(.cached("one", "max-age=60"), store: store)
    let first = try await bench.send()
    #expect(first.text == "one" && first.cacheDecision?.isStored == true)
    #expect(await store.waiting == 1)
    let second = try await bench.send()
    #expect(second.text == "one" && second.outcome == .hit)
    await store.open()
    #expect(await until { await store.stored != 0 })
    #expect(try await bench.send().outcome == .hit)
    #expect(bench.asked == 1)
  }

  @Test("a response whose URL changes while it is written is neither used nor kept", .feature("F6"))
  func invalidated() async throws {
    let store = SlowStore()
    let stub = StubTransport {
      On(.get, "/a").respond(.cached("old", "max-age=60")).once().then(.cached("new", "max-age=60"))
      On(.post, "/a").respond(status: 204)
    }
    let bench = CacheBench(store: store, stub: stub)
    try await bench.send()
    try await bench.send(.post)
    #expect(try await bench.send().text == "new")
    await store.open()
    #expect(await until { await store.waiting == 0 })
    #expect(await until { await store.removed != 0 })
    #expect(try await bench.send().text != "old")
  }

  @Test(
    "a failure after the response was delivered is reported, and the call stays a success", .feature("F6"))
  func lateFailure() async throws {
    let failures = Locked<[NetworkRequestError]>([])
    let failure = NetworkRequestError(FileFailure(.ENOSPC, path: "/file"))
    let store = SlowStore(failure: failure)
    let stub = StubTransport { On.any().respond(.cached("one", "max-age=60")) }
    let transport = stub.cached(
      in: store, onStoreFailure: { error in failures.withLock { $0.append(error) } })
    let response = try await transport.send(TransportRequest(url: .api))
    #expect(response.bytes == Data("one".utf8) && failures.withLock { $0.isEmpty })
    await store.open()
    #expect(await until { failures.withLock { $0.count == 1 } })
    #expect(failures.withLock { $0 } == [failure])
  }

  @Test("after flush, all responses are in the disk cache", .feature("F6"))
  func flush() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskCacheStore(directory: folder.url)
    let bench = CacheBench(.cached("one", "max-age=60"), store: store)
    for number in 0..<20 { try await bench.send(.get, "/\(number)") }
    await store.flush()
    #expect(try await DiskCacheStore(directory: folder.url).entries().count == 20)
  }

  @Test(
    "a response that was outdated or dropped while it was written is not read between its storing and its removal",
    .feature("F6"), arguments: [HTTPMethod.post, .get])
  func storedBeforeRemoval(later: HTTPMethod) async throws {
    let store = SlowStore()
    let stub = StubTransport {
      On(.get, "/a").respond(.cached("old", "max-age=60")).once().then(.cached("new", "no-store"))
      On(.post, "/a").respond(status: 204)
    }
    let bench = CacheBench(store: store, stub: stub)
    try await bench.send()
    // Each finds nothing in the store that it could remove: a newer response that is not stored drops the older one.
    try await bench.send(later, mode: .reload)
    await store.open(holdingRemovals: true)
    #expect(await until { await (store.stored, store.waiting) == (1, 1) })
    #expect(try await bench.send(mode: .onlyIfCached).status == 504)
    let removed = await store.removed
    await store.open()
    #expect(await until { await store.removed == removed + 1 })
    #expect(try await bench.send(mode: .onlyIfCached).status == 504)
  }

  @Test("a later response answers before one of the same variant that is not written yet", .feature("F6"))
  func replaced() throws {
    var pending = PendingResponses()
    let fetch = CacheFetch(in: CacheJournal(), sent: WallClock.start, generation: 0)
    let (first, second) = (try CachedResponse.stored(body: "1"), try CachedResponse.stored(body: "2"))
    let key = first.head.key
    let tickets = (pending.add(first, of: fetch), pending.add(second, of: fetch))
    #expect(pending.answer(for: key, [:], in: 0).body == second.body)
    #expect(pending.isUsable(tickets.0, of: key, in: 0) && pending.isUsable(tickets.1, of: key, in: 0))
    #expect(!pending.isUsable(tickets.0, of: key, in: 1), "all was forgotten meanwhile")
    guard case .unusable = pending.answer(for: key, [:], in: 1) else { return #expect(Bool(false)) }
    pending.remove(tickets.1, of: key)
    #expect(pending.answer(for: key, [:], in: 0).body == first.body)
    pending.remove(tickets.0, of: key)
    guard case .unknown = pending.answer(for: key, [:], in: 0) else { return #expect(Bool(false)) }
  }

  @Test("while more than 16 MiB wait for the store, a call waits for its own response", .feature("F6"))
  func waiting() async throws {
    let store = SlowStore(failure: NetworkRequestError(FileFailure(.ENOSPC, path: "/file")))
    let large = String(repeating: "x", count: PendingResponses.maximumSize + 1)
    let bench = CacheBench(.cached(large, "max-age=60"), store: store)
    async let answer = bench.send()
    #expect(await until { await store.waiting == 1 })
    await store.open()
    guard case .failed = try await answer.refusal else {
      Issue.record("the call did not wait")
      return
    }
  }

  @Test("a call waits for a store with many pending writes, so that memory is limited", .feature("F6"))
  func crowded() throws {
    var pending = PendingResponses()
    let fetch = CacheFetch(in: CacheJournal(), sent: WallClock.start, generation: 0)
    let body = String(repeating: "x", count: 1 << 20)
    for number in 0..<16 { _ = pending.add(try .stored("https://api.test/\(number)", body), of: fetch) }
    #expect(!pending.isCrowded)
    let ticket = pending.add(try .stored("https://api.test/16", body), of: fetch)
    #expect(pending.isCrowded)
    pending.remove(ticket, of: try CachedResponse.stored("https://api.test/16").head.key)
    #expect(!pending.isCrowded)
  }
}

extension CachedResponse {
  fileprivate static func stored(body: String) throws -> CachedResponse {
    try .stored("https://api.test/a", body)
  }
}

extension PendingResponses.Answer {
  fileprivate var body: Data? { if case .found(let response) = self { response.body } else { nil } }
}

/// Keeps responses in memory, but each only after it has been opened; with a failure, none.
private actor SlowStore: CacheStore {
  nonisolated let maximumBodySize = Int.max
  private let memory = MemoryCacheStore()
  private let failure: NetworkRequestError?
  private var isOpen = false
  private var holdsRemovals = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private(set) var stored = 0
  private(set) var removed = 0

  var waiting: Int { waiters.count }

  init(failure: NetworkRequestError? = nil) { self.failure = failure }

  func open(holdingRemovals: Bool = false) {
    (isOpen, holdsRemovals) = (true, holdingRemovals)
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) -> CachedResponse? {
    memory.lookUp(key, for: request)
  }

  func store(_ response: CachedResponse) async throws(NetworkRequestError) {
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    if let failure { throw failure }
    memory.store(response)
    stored += 1
  }

  func remove(_ key: CachedResponse.Key) async {
    if holdsRemovals { await withCheckedContinuation { waiters.append($0) } }
    memory.remove(key)
    removed += 1
  }

  func removeAll() { memory.removeAll() }
  func entries() -> [(head: CachedResponse.Head, size: Int)] { memory.entries() }
}
