import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Deliveries through a cache", .timeLimit(.minutes(3)))
struct CacheDeliveryTests {
  private static let forms = [TransportRequest.Delivery.buffered, .streamed, .file(nil)]

  @Test("a response fetched in one form of delivery answers calls in every other", .feature("C9"))
  func forms() async throws {
    for fetched in Self.forms {
      let bench = CacheBench(.cached("some text", "max-age=60"))
      #expect(try await bench.send(delivery: fetched).cacheDecision?.isStored == true)
      for wanted in Self.forms {
        let answer = try await bench.send(delivery: wanted)
        #expect(answer.text == "some text" && answer.outcome == .hit)
      }
      #expect(bench.asked == 1)
    }
  }

  @Test(
    "a response is confirmed in every form of delivery, and the empty body of the 304 leaves no file",
    .feature("C9"))
  func confirmed() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "download")
    for form in [TransportRequest.Delivery.buffered, .streamed, .file(place)] {
      let bench = CacheBench(.cached("some text", "max-age=0", ["ETag": "\"1\""]), .status(304))
      try await bench.send()
      let answer = try await bench.send(delivery: form)
      #expect(answer.text == "some text" && answer.outcome == .revalidated)
    }
    #expect(try folder.contents().isEmpty)
  }

  @Test("an existing file is an error, and is not replaced", .feature("C9"))
  func fileIsThere() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("mine", Data("mine".utf8))
    let bench = CacheBench(.cached("some text", "max-age=60"))
    try await bench.send()
    await #expect(throws: NetworkRequestError.self) { try await bench.send(delivery: .file(file)) }
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
  }

  @Test("a stream is stored when it has been read to its end, and not before", .feature("C9"))
  func halfRead() async throws {
    let canned = StubResponse.chunks(["one ", "two ", "three"]).headers(["Cache-Control": "max-age=60"])
    let store = MemoryCacheStore()
    let transport = StubTransport([On.any().respond(canned)]).cached(in: store, clock: WallClock().call)
    let url = try #require(URL(string: "https://api.test/a"))
    let response = try await transport.send(TransportRequest(url: url, delivery: .streamed))
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    var chunks = stream.makeAsyncIterator()
    _ = try await chunks.next()
    _ = try await chunks.next()
    #expect(store.entries().isEmpty)
    while try await chunks.next() != nil {}
    #expect(store.entries().count == 1)
    #expect(try await chunks.next() == nil)
  }

  @Test("a stream that fails is not stored", .feature("C9"))
  func brokenStream() async throws {
    let canned = StubResponse.chunks(["one"], failing: TransportFailure(.networkConnectionLost)).headers([
      "Cache-Control": "max-age=60"
    ])
    let bench = CacheBench(canned)
    await #expect(throws: NetworkRequestError.self) { try await bench.send(delivery: .streamed) }
    #expect(try await bench.store.entries().isEmpty)
  }

  @Test("a response that is too large for the store is delivered and not stored", .feature("C9"))
  func tooLarge() async throws {
    let text = String(repeating: "x", count: 101)
    for form in Self.forms {
      let bench = CacheBench(
        .cached(text, "max-age=60"), store: MemoryCacheStore(maximumSize: 10_000, maximumBodySize: 100))
      let answer = try await bench.send(delivery: form)
      #expect(answer.text == text)
      // The length of a stream shows at its end alone.
      #expect(answer.refusal == .tooLarge || form == .streamed)
      #expect(try await bench.store.entries().isEmpty)
    }
  }

  @Test("a stream that is announced as too large for the store is not collected", .feature("C9"))
  func announcedAsTooLarge() async throws {
    let canned = StubResponse.cached("four", "max-age=60", ["Content-Length": "4"])
    for (limit, refusal) in [(3, CacheDecision.Refusal.tooLarge), (4, nil)] {
      let store = MemoryCacheStore(maximumSize: 10_000, maximumBodySize: limit)
      let answer = try await CacheBench(canned, store: store).send(delivery: .streamed)
      #expect(answer.text == "four" && answer.refusal == refusal)
    }
  }

  @Test("a response whose body is incomplete is delivered and not stored", .feature("C9"))
  func incomplete() async throws {
    let canned = StubResponse.chunks(["one"], failing: TransportFailure(.networkConnectionLost))
      .headers(["Cache-Control": "max-age=60"])
    let bench = CacheBench(canned)
    // The status alone decides what becomes of the call.
    let options = RequestOptions().with(\.nilStatuses, [200])
    for _ in 1...2 {
      let answer = try await bench.send(options: options)
      #expect(answer.bodyFailure != nil)
      #expect(answer.text == "one" && answer.outcome == .miss && answer.cacheDecision?.isStored == false)
    }
  }

  @Test("a failure of the store does not fail the call, and the response reports it", .feature("C9"))
  func failingStore() async throws {
    let bench = CacheBench(.cached("one", "max-age=60"), store: BrokenStore())
    for _ in 0..<2 {
      let answer = try await bench.send()
      #expect(answer.text == "one" && answer.outcome == .miss)
      guard case .failed = answer.refusal else {
        Issue.record("the failure is not told")
        return
      }
    }
    #expect(try await bench.send(.post).refusal == nil || bench.asked == 3)
  }

  @Test("a client can read the cache's decision", .feature("C9"))
  func client() async throws {
    let stub = StubTransport([
      On.any().respond(.cached("[]", "max-age=60", ["Content-Type": "application/json"]))
    ])
    let client = APIClient(baseURL: "https://api.test", transport: stub.cached(clock: WallClock().call))
    #expect(try await client.response(for: Numbers()).cacheDecision?.outcome == .miss)
    #expect(try await client.response(for: Numbers()).cacheDecision?.outcome == .hit)
    #expect(stub.requests.count == 1)
  }
}

private struct Numbers: Request {
  typealias ReturnType = [Int]
  let path = "/numbers"
}

/// A store whose disk is gone.
private struct BrokenStore: CacheStore {
  var maximumBodySize: Int { .max }
  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) async throws(NetworkRequestError)
    -> CachedResponse?
  {
    throw NetworkRequestError(FileFailure(.EIO, path: "/file"))
  }
  func store(_ canned: CachedResponse) async throws(NetworkRequestError) {
    throw NetworkRequestError(FileFailure(.EIO, path: "/file"))
  }
  func remove(_ key: CachedResponse.Key) async throws(NetworkRequestError) {
    throw NetworkRequestError(FileFailure(.EIO, path: "/file"))
  }
  func removeAll() async throws(NetworkRequestError) {
    throw NetworkRequestError(FileFailure(.EIO, path: "/file"))
  }
  func entries() async throws(NetworkRequestError) -> [(head: CachedResponse.Head, size: Int)] { [] }
}
