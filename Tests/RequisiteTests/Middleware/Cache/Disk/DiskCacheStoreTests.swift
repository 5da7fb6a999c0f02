import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A cache on disk", .timeLimit(.minutes(3)))
struct DiskCacheStoreTests {
  private func files(_ folder: TemporaryFolder) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
  }

  private func lookUp(_ store: DiskCacheStore, _ response: CachedResponse) async throws -> CachedResponse? {
    try await store.lookUp(response.head.key, for: [:])
  }

  @Test("files of any size, such as sparse ones, cause no overflow")
  func sparseFiles() {
    let files = [
      DiskCacheBudget.File(name: "1.response-part", size: .max, used: -1),
      .init(name: "a", size: .max, used: 0),
      .init(name: "b", size: .max, used: 1),
    ]
    var budget = DiskCacheBudget(maximumSize: 100)
    #expect(
      budget.victims(among: files, adding: 10).map(\.name) == ["a"],
      "another process writes the partial file")
    let results = [budget.add(.max), budget.add(.max)]
    #expect(results == [true, true])
  }

  @Test(
    "a response is read back in this process and the next, and only its owner can read it", .feature("C9"))
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    let response = try CachedResponse.stored(
      "https://api.test/a?b=c", "body", ["ETag": "\"é\"", "Expires": "0"])
    try await DiskCacheStore(directory: folder.url).store(response)
    let store = try DiskCacheStore(directory: folder.url)
    let found = try #require(try await lookUp(store, response))
    #expect(found.head == response.head && found.body == response.body)
    #expect(try await store.entries().map(\.head) == [response.head])
    let file = try #require(try files(folder).first)
    #expect(!file.lastPathComponent.contains("api"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try await store.entries().first?.size == attributes[.size] as? Int)
  }

  @Test(
    "several responses of one URL are stored, removed with the URL, and removed by clearing", .feature("C9"))
  func removal() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskCacheStore(directory: folder.url)
    let vary: HTTPHeaders = ["Vary": "Accept", "Cache-Control": "max-age=60"]
    let responses = try (0..<12).map { number in
      try CachedResponse.stored(
        "https://api.test/a", "\(number)", vary, request: ["Accept": "a/\(number)"],
        at: WallClock.start.addingTimeInterval(Double(number)))
    }
    for response in responses { try await store.store(response) }
    let neighbour = try CachedResponse.stored("https://api.test/b")
    try await store.store(neighbour)
    for (number, response) in responses.enumerated() {
      let fields: HTTPHeaders = ["Accept": "a/\(number)"]
      let found = try #require(try await store.lookUp(response.head.key, for: fields))
      guard found.head.answers(fields) else {
        #expect(number < 4, "the oldest make room")
        continue
      }
      #expect(found.body == response.body)
    }
    let other = try #require(
      try await store.lookUp(responses[0].head.key, for: [:]), "there are other variants")
    #expect(!other.head.answers([:]))
    try await store.remove(responses[0].head.key)
    #expect(try await store.entries().map(\.head.key) == [neighbour.head.key])
    try await store.removeAll()
    #expect(try files(folder).isEmpty)
  }

  @Test("a file that is damaged in any byte or cut anywhere is removed and never returned", .feature("C9"))
  func damage() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskCacheStore(directory: folder.url)
    let response = try CachedResponse.stored("https://api.test/a", "some bytes of a body")
    try await store.store(response)
    let file = try #require(try files(folder).first)
    let whole = try Data(contentsOf: file)
    let damaged =
      whole.indices.map { index in
        var bytes = whole
        bytes[index] ^= 1 << UInt8(index % 8)
        return bytes
      } + stride(from: 0, to: whole.count, by: 7).map { whole.prefix($0) } + [whole + [0], whole + whole]
    for bytes in damaged {
      try bytes.write(to: file)
      #expect(try await lookUp(store, response) == nil)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try whole.write(to: file)
    #expect(try await lookUp(store, response)?.body == response.body)
  }

  @Test("an incomplete file of a crashed process is not read, and is removed", .feature("C9"))
  func leftovers() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskCacheStore(directory: folder.url)
    let foreign = try folder.file("notes.part", Data("mine".utf8))
    let dead = try folder.file("1-1.response-part", Data("half".utf8))
    let new = try folder.file("2-1.response-part", Data("half".utf8))
    let alive = folder.url.appending(path: "3-1.response-part")
    let partial = try PartialFile(for: alive.path, named: alive.path)
    defer { withExtendedLifetime(partial) {} }
    for file in [dead, alive] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -61)], ofItemAtPath: file.path)
    }
    try await store.store(CachedResponse.stored())
    #expect(FileManager.default.fileExists(atPath: new.path))
    #expect(FileManager.default.fileExists(atPath: foreign.path))
    #expect(!FileManager.default.fileExists(atPath: dead.path))
    #expect(FileManager.default.fileExists(atPath: alive.path))
    #expect(try await store.entries().count == 1)
  }

  @Test(
    "the folder never exceeds its limit, and the least recently used responses are removed first",
    .feature("C9"))
  func bound() async throws {
    let folder = try TemporaryFolder()
    let limit = 64 << 10
    let store = try DiskCacheStore(directory: folder.url, maximumSize: limit)
    #expect(store.maximumBodySize == limit / 16)
    var generator = SeededGenerator(seed: 1)
    for number in 0..<120 {
      let body = String(repeating: "x", count: generator.index(below: 3000))
      try await store.store(CachedResponse.stored("https://api.test/\(number)", body))
      let size = try files(folder).reduce(0) { sum, file in
        sum + (try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0)
      }
      #expect(size <= limit)
    }
    let kept = try await store.entries().map(\.head.key.url)
    #expect(kept.contains("https://api.test/119") && !kept.contains("https://api.test/0") && kept.count > 10)
  }

  @Test("a file that the cache did not write is left alone", .feature("C9"))
  func foreignFile() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "notes.txt")
    try Data("mine".utf8).write(to: file)
    let store = try DiskCacheStore(directory: folder.url, maximumSize: 64 << 10)
    let body = String(repeating: "x", count: 3000)
    for number in 0..<40 { try await store.store(.stored("https://api.test/\(number)", body)) }
    #expect(try await store.entries().count < 40)
    try await store.removeAll()
    #expect(try files(folder).map(\.lastPathComponent) == ["notes.txt"])
  }

  @Test("responses are removed by their last use, and only as many as needed", .feature("C9"))
  func budget() {
    var budget = DiskCacheBudget(maximumSize: 1600)
    let looks = [50, 50, 1].map { budget.add($0) }
    #expect(looks == [true, false, true])
    let files = (0..<10).map { DiskCacheBudget.File(name: "\($0)", size: 140, used: Double(100 - $0)) }
    #expect(budget.victims(among: files, adding: 0).isEmpty)
    #expect(budget.victims(among: files, adding: 10).map(\.name) == ["9", "8"])
  }

  @Test("a removed folder is created again, and a folder that cannot be created is an error", .feature("C9"))
  func folderTroubles() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "cache")
    let store = try DiskCacheStore(directory: place)
    try await store.store(CachedResponse.stored())
    try FileManager.default.removeItem(at: place)
    try await store.store(CachedResponse.stored())
    #expect(try await store.entries().count == 1)
    let file = try folder.file("file", Data())
    let inFile = file.appending(path: "cache")
    let error = #expect(throws: NetworkRequestError.self) { try DiskCacheStore(directory: inFile) }
    #expect(error?.description.contains("“\(inFile.path)” is not a folder") == true)
  }

  @Test("a stack with a disk cache answers after a restart, in every form of delivery", .feature("C9"))
  func stack() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskCacheStore(directory: folder.url)
    let first = CacheBench(.cached("one", "max-age=60"), store: store)
    try await first.send()
    await store.flush()
    let second = CacheBench(
      .failure(.notConnectedToInternet), store: try DiskCacheStore(directory: folder.url))
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
      let answer = try await second.send(delivery: delivery)
      #expect(answer.text == "one" && answer.outcome == .hit)
    }
  }
}
