#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("Two processes on one disk cache", .timeLimit(.minutes(3)))
  struct DiskCacheHammerTests {
    static let folderKey = "REQUISITE_CACHE_HAMMER"
    private static var folder: String? { ProcessInfo.processInfo.environment[folderKey] }
    /// Each costs a start of this program beside two that are at work; a long run takes more of them.
    private static let victims =
      ProcessInfo.processInfo.environment["REQUISITE_CACHE_VICTIMS"].flatMap(Int.init) ?? 2

    /// What the child processes run; they end when they are killed, or with their parent.
    @Test(
      "(run by another test) stores, reads and removes for as long as it lives",
      .enabled(if: folder != nil))
    func child() async throws {
      let folder = try #require(Self.folder)
      let hammer = try CacheHammer(folder)
      let parent = getppid()
      var generator = SystemRandomNumberGenerator()
      while getppid() == parent {
        guard try await hammer.strike(&generator) else { exit(86) }
      }
    }

    @Test(
      "no process reads damaged responses after another one was killed at any moment", .feature("C9"),
      .enabled(if: folder == nil))
    func killed() async throws {
      let folder = try TemporaryFolder()
      let hammer = try CacheHammer(folder.url.path)
      let witness = try spawn(folder.url.path)
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<Self.victims {
        let victim = try spawn(folder.url.path)
        // Until it is in the middle of writing, and then some.
        while try !isWriting(victim, in: folder.url) {
          let isSound = try await hammer.strike(&generator)
          #expect(isSound)
        }
        for _ in 0..<generator.index(below: 20) {
          let isSound = try await hammer.strike(&generator)
          #expect(isSound)
        }
        victim.kill()
        #expect(victim.end().status == nil, "it has found something corrupt")
      }
      #expect(witness.isRunning, "it has found something corrupt")
      witness.kill()
      _ = witness.end()
      try await verify(hammer)
    }

    private func verify(_ hammer: CacheHammer) async throws {
      var generator = SystemRandomNumberGenerator()
      // As if a minute had passed.
      let folder = hammer.store.directory
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".response-part") {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -61)],
          ofItemAtPath: folder.appending(path: name).path)
      }
      for _ in 0..<100 {
        let isSound = try await hammer.strike(&generator)
        #expect(isSound)
      }
      let entries = try await hammer.store.entries()
      #expect(!entries.isEmpty)
      #expect(entries.reduce(0) { $0 + $1.size } <= CacheHammer.maximumSize)
      let left = try FileManager.default.contentsOfDirectory(atPath: hammer.store.directory.path)
      #expect(!left.contains { $0.hasSuffix(".response-part") }, "what the killed ones left is gone")
    }

    private func isWriting(_ process: ChildProcess, in folder: URL) throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .contains { $0.hasPrefix("\(process.id)-") && $0.hasSuffix(".response-part") }
    }

    private func spawn(_ folder: String) throws -> ChildProcess {
      try ChildProcess(test: "DiskCacheHammerTests/child", environment: [Self.folderKey: folder])
    }
  }

  /// Responses that tell what they must look like, and random work on them.
  struct CacheHammer: Sendable {
    static let maximumSize = 256 << 10
    let store: DiskCacheStore

    init(_ folder: String) throws {
      store = try DiskCacheStore(directory: URL(fileURLWithPath: folder), maximumSize: Self.maximumSize)
    }

    /// Does one thing. Returns whether nothing corrupt was found.
    func strike(_ generator: inout some RandomNumberGenerator) async throws -> Bool {
      let url = "https://api.test/\(Int.random(in: 0..<24, using: &generator))"
      let number = UInt64.random(in: 0...UInt64.max, using: &generator)
      let response = try CachedResponse.stored(
        url, Self.body(url, number), ["Cache-Control": "max-age=9", "X-N": "\(number)"])
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: try await store.remove(response.head.key)
      case 1...5: try await store.store(response)
      default:
        guard let found = try await store.lookUp(response.head.key, for: [:]) else {
          return true
        }
        guard let seed = found.head.headers["X-N"].flatMap({ UInt64($0) }) else { return false }
        return found.body == Data(Self.body(url, seed).utf8)
      }
      return true
    }

    private static func body(_ url: String, _ number: UInt64) -> String {
      String(repeating: "\(url) \(number)\n", count: Int(number % 300))
    }
  }
#endif
