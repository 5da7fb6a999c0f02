import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Files in the folder of a disk cache", .timeLimit(.minutes(3)))
struct DiskCacheRecordTests {
  private func place(_ folder: TemporaryFolder, _ response: CachedResponse) -> URL {
    folder.url.appending(path: DiskCacheName.slots(of: response.head.key)[0])
  }

  private func isFound(_ store: DiskCacheStore, _ response: CachedResponse) async throws -> Bool {
    try await store.lookUp(response.head.key, for: [:]) != nil
  }

  /// A record of these parts, as the format says: written apart from the library's own writer.
  private func record(head: Data, body: Data, bodyLength: UInt64? = nil) -> Data {
    var record = Data("REQCACH2".utf8)
    let hash = XXH64.hash(body, seed: XXH64.hash(head))
    for number in [UInt64(head.count), bodyLength ?? UInt64(body.count), hash] {
      for byte in 0..<8 { record.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte)))) }
    }
    return record + head + body
  }

  @Test(
    "a link, a pipe or a folder in a response's place is a miss, and other responses can be stored",
    .feature("C9"))
  func irregular() async throws {
    let response = try CachedResponse.stored("https://api.test/a", "body")
    for kind in 0..<3 {
      let folder = try TemporaryFolder()
      let store = try DiskCacheStore(directory: folder.url)
      let path = place(folder, response).path
      let other = try folder.file("other", try DiskCacheRecord.encode(response, in: "cache")).path
      let made =
        switch kind {
        case 0: symlink(other, path)
        case 1: mkfifo(path, 0o600)
        default: mkdir(path, 0o700)
        }
      #expect(made == 0)
      #expect(try await !isFound(store, response))
      #expect(try await store.entries().isEmpty)
      try await store.store(response)
      #expect(try await isFound(store, response))
      try await store.remove(response.head.key)
      try await store.removeAll()
      #expect(try await !isFound(store, response))
      #expect(FileManager.default.fileExists(atPath: other))
    }
  }

  @Test(
    "a response that claims more bytes than a store keeps is a miss without being read", .feature("C9"),
    arguments: [64 << 30, Int.max - 40])
  func huge(claim: Int) async throws {
    let folder = try TemporaryFolder()
    let store = try DiskCacheStore(directory: folder.url)
    let response = try CachedResponse.stored("https://api.test/a", "body")
    let head = try JSONEncoder().encode(response.head)
    let path = place(folder, response).path
    try record(head: head, body: Data(), bodyLength: UInt64(claim)).write(to: URL(fileURLWithPath: path))
    // Sparse, so that the file has as many bytes as it claims.
    if claim == 64 << 30 { _ = truncate(path, off_t(32 + head.count + claim)) }
    #expect(try await !isFound(store, response))
    #expect(!FileManager.default.fileExists(atPath: path), "dropped")
  }

  @Test(
    "a changed head with a valid checksum is used only as far as a second implementation confirms it",
    .feature("C9"))
  func fuzzedHeads() throws {
    let response = try CachedResponse.stored("https://api.test/a", "body", ["ETag": "\"1\"", "X": "y"])
    let whole = try JSONEncoder().encode(response.head)
    checkProperty(cases: 300) { generator in
      var bytes = Array(whole)
      for _ in 0..<(1 + generator.index(below: 3)) {
        let place = generator.index(below: bytes.count)
        switch generator.index(below: 3) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(Array("0123456789{}[],:\"\\ -.eE\n".utf8)[generator.index(below: 24)], at: place)
        }
      }
      guard let head = DiskCacheRecord.decode(head: Data(bytes)) else { return true }
      return Self.agrees(head, Data(bytes))
    }
  }

  /// Foundation's untyped reader finds the same, and nothing that is no HTTP.
  private static func agrees(_ head: CachedResponse.Head, _ data: Data) -> Bool {
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let key = object["key"] as? [String: Any], let fields = object["headers"] as? [[String]]
    else { return false }
    return key["url"] as? String == head.key.url && object["status"] as? Int == head.status
      && (100...999).contains(head.status) && fields == head.headers.map { [$0.name.rawValue, $0.value] }
      && !fields.joined().contains { $0.unicodeScalars.contains { [0, 10, 13].contains($0.value) } }
  }

  @Test("a file with any bytes is a stored response or a miss", .feature("C9"))
  func fuzzedFiles() throws {
    let response = try CachedResponse.stored("https://api.test/a", "some body", ["ETag": "\"1\""])
    let whole = try DiskCacheRecord.encode(response, in: "cache")
    let prefix = try #require(DiskCacheRecord.prefix(whole.prefix(32), ofFileOf: whole.count, limit: 9))
    #expect(DiskCacheRecord.prefix(whole.prefix(32), ofFileOf: whole.count, limit: 8) == nil)
    let head = Data(whole.dropFirst(32).prefix(prefix.headLength))
    #expect(record(head: head, body: response.body) == whole)
    checkProperty(cases: 500) { generator in
      var bytes = Array(whole)
      for _ in 0..<(1 + generator.index(below: 4)) {
        let place = generator.index(below: generator.chance(2) ? 32 : bytes.count)
        switch generator.index(below: 3) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        }
        if bytes.count < 33 { bytes = Array(whole) }
      }
      let data = Data(bytes)
      guard let prefix = DiskCacheRecord.prefix(data.prefix(32), ofFileOf: data.count, limit: 1 << 20) else {
        return true
      }
      let parts = (data.dropFirst(32).prefix(prefix.headLength), data.suffix(prefix.bodyLength))
      return DiskCacheRecord.isWhole(head: Data(parts.0), body: Data(parts.1), prefix) == (data == whole)
    }
  }
}
