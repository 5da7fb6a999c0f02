import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("A cache in memory", .timeLimit(.minutes(1)))
struct MemoryCacheStoreTests {
  @Test(
    "it never exceeds its limit, counts to the byte, and removes the least recently used responses",
    .feature("C9"))
  func bound() {
    checkProperty(cases: 100) { generator in
      let limit = 2000 + generator.index(below: 4000)
      var state = MemoryCacheState(maximumSize: limit)
      var model = CacheModel(limit: limit)
      for _ in 0..<200 {
        let accept = "\(generator.index(below: 3))"
        let url = "https://api.test/\(generator.index(below: 8))"
        let response = try CachedResponse.stored(
          url, String(repeating: "x", count: generator.index(below: 1500)),
          ["Vary": "Accept", "Cache-Control": "max-age=60"], request: ["Accept": accept])
        switch generator.index(below: 12) {
        case 0: state.remove(response.head.key); model.remove(response.head.key)
        case 1...5: state.store(response); model.store(response)
        default:
          guard model.lookUp(response.head) == state.body(response.head.key, ["Accept": accept]) else {
            return false
          }
        }
        let entries = state.entries
        guard state.size <= limit, state.size == entries.reduce(0, { $0 + $1.size }),
          entries.map(\.head) == model.responses.map(\.head)
        else { return false }
      }
      return true
    }
  }

  @Test("the latest of several matching responses is returned", .feature("C9"))
  func latest() throws {
    let store = MemoryCacheStore()
    let vary: HTTPHeaders = ["Vary": "Accept", "Cache-Control": "max-age=60"]
    let later = WallClock.start.addingTimeInterval(10)
    let new = try CachedResponse.stored("https://api.test/a", "new", request: ["Accept": "a/a"], at: later)
    let old = try CachedResponse.stored("https://api.test/a", "old", vary, request: ["Accept": "a/a"])
    for responses in [[old, new], [new, old]] {
      store.removeAll()
      #expect(store.entries().isEmpty && store.size == 0)
      for response in responses { store.store(response) }
      let found = try #require(store.lookUp(new.head.key, for: ["Accept": "a/a"]))
      #expect(found.body == new.body)
    }
  }

  @Test(
    "a response that is larger than the store is not kept, and the one it replaces is removed", .feature("C9")
  )
  func tooLarge() throws {
    let store = MemoryCacheStore(maximumSize: 1000)
    store.store(try .stored("https://api.test/a", "small"))
    store.store(try .stored("https://api.test/a", String(repeating: "x", count: 1000)))
    #expect(store.entries().isEmpty && store.size == 0)
    #expect(MemoryCacheStore(maximumSize: -1).maximumSize == 0)
  }

  @Test("the memory of a response is free as soon as it is removed", .feature("C9"))
  func memory() throws {
    let isFree = Locked(false)
    let store = MemoryCacheStore()
    let head = try CachedResponse.stored("https://api.test/a").head
    do {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
      let body = Data(
        bytesNoCopy: try #require(bytes.baseAddress), count: 100,
        deallocator: .custom { bytes, _ in
          bytes.deallocate()
          isFree.withLock { $0 = true }
        })
      store.store(CachedResponse(head: head, body: body))
    }
    #expect(!isFree.withLock { $0 })
    store.remove(head.key)
    #expect(isFree.withLock { $0 })
  }

  @Test("the number of variants of a URL is limited", .feature("C9"))
  func variants() throws {
    let store = MemoryCacheStore()
    for number in 0..<100 {
      store.store(try .stored("https://api.test/a", "", ["Vary": "X"], request: ["X": "\(number)"]))
    }
    #expect(store.entries().count == MemoryCacheState.maximumVariants)
  }

  @Test("a response that is under way when all responses are removed is not stored", .feature("C9"))
  func removedMeanwhile() async throws {
    let store = MemoryCacheStore()
    let stub = StubTransport {
      On.any().respond { _ in
        store.removeAll()
        return .cached("of the user before", "max-age=60")
      }
    }
    let answer = try await CacheBench(store: store, stub: stub).send()
    #expect(answer.refusal == .invalidated && store.entries().isEmpty && store.generation == 1)
  }
}

extension MemoryCacheState {
  fileprivate mutating func body(_ key: CachedResponse.Key, _ request: HTTPHeaders) -> Data? {
    lookUp(key, for: request).flatMap { $0.head.answers(request) ? $0.body : nil }
  }
}

/// What a bounded cache does, in the plainest words.
private struct CacheModel {
  let limit: Int
  private(set) var responses: [CachedResponse] = []

  init(limit: Int) { self.limit = limit }

  mutating func store(_ response: CachedResponse) {
    responses.removeAll { response.head.replaces($0.head) }
    guard MemoryCacheState.size(of: response) <= limit else { return }
    responses.append(response)
    while responses.reduce(0, { $0 + MemoryCacheState.size(of: $1) }) > limit { responses.removeFirst() }
  }

  mutating func lookUp(_ head: CachedResponse.Head) -> Data? {
    guard let place = responses.firstIndex(where: { head.replaces($0.head) }) else { return nil }
    let response = responses.remove(at: place)
    responses.append(response)
    return response.body
  }

  mutating func remove(_ key: CachedResponse.Key) {
    responses.removeAll { $0.head.key == key }
  }
}
