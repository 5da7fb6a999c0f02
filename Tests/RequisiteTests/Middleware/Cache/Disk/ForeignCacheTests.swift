#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("A cache on disk in a folder that is not this user's alone", .timeLimit(.minutes(3)))
  struct ForeignCacheTests {
    private static let key = "REQUISITE_READ_ONLY_CACHE"
    private static var place: String? { ProcessInfo.processInfo.environment[key] }
    private static let isRoot = geteuid() == 0
    /// True if the process may mount a folder, in a namespace of its own.
    private static let mayMount =
      isRoot && (try? ChildProcess.run("/bin/sh", ["-c", "unshare -m true"]).status) == 0

    private let response: CachedResponse

    init() throws { response = try .stored("https://api.test/a", "body") }

    private func file(in folder: TemporaryFolder) throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      return "\(folder.url.path)/\(try #require(names.first))"
    }

    @Test("a folder that others can write is refused, with what to do", arguments: [0o777, 0o770, 0o1777])
    func folder(mode: Int) throws {
      let folder = try TemporaryFolder()
      #expect(chmod(folder.url.path, mode_t(mode)) == 0)
      let error = #expect(throws: NetworkRequestError.self) { try DiskCacheStore(directory: folder.url) }
      #expect((error?.underlyingError as? FileFailure)?.code == .EPERM)
      #expect(error?.description.contains("0700") == true, "\(error as Any)")
    }

    @Test("a folder of another user is refused", .enabled(if: isRoot))
    func owner() throws {
      let folder = try TemporaryFolder()
      #expect(chown(folder.url.path, 1, 1) == 0)
      let error = #expect(throws: NetworkRequestError.self) { try DiskCacheStore(directory: folder.url) }
      #expect((error?.underlyingError as? FileFailure)?.code == .EPERM)
    }

    @Test("a record that others can write is not read, and makes room for the next one", .feature("C9"))
    func record() async throws {
      let folder = try TemporaryFolder()
      let store = try DiskCacheStore(directory: folder.url)
      try await store.store(response)
      let path = try file(in: folder)
      #expect(chmod(path, 0o666) == 0)
      #expect(try await store.lookUp(response.head.key, for: [:]) == nil)
      #expect(try await store.entries().isEmpty)
      try await store.store(response)
      #expect(try await store.lookUp(response.head.key, for: [:])?.body == response.body)
      #expect(PosixFile.status(of: path)?.st_mode == S_IFREG | 0o600)
    }

    @Test("a record of another user is not read", .enabled(if: isRoot))
    func recordOwner() async throws {
      let folder = try TemporaryFolder()
      let store = try DiskCacheStore(directory: folder.url)
      try await store.store(response)
      #expect(chown(try file(in: folder), 1, 1) == 0)
      #expect(try await store.lookUp(response.head.key, for: [:]) == nil)
    }

    @Test("(run by another test) reads a cache on a read-only disk", .enabled(if: place != nil))
    func child() async throws {
      let place = URL(fileURLWithPath: try #require(Self.place))
      let store = try DiskCacheStore(directory: place)
      #expect(try await store.lookUp(response.head.key, for: [:])?.body == response.body)
      let damaged = try CachedResponse.stored("https://api.test/damaged")
      #expect(try await store.lookUp(damaged.head.key, for: [:]) == nil)
      let error = await #expect(throws: NetworkRequestError.self) { try await store.store(response) }
      #expect(error?.description.contains("Read-only file system") == true, "\(error as Any)")
      let missing = #expect(throws: NetworkRequestError.self) {
        try DiskCacheStore(directory: place.appending(path: "missing"))
      }
      #expect(missing?.description.contains("Read-only file system") == true, "\(missing as Any)")
    }

    @Test(
      "a cache on a read-only disk stays readable, and says why it cannot be written", .enabled(if: mayMount))
    func readOnly() async throws {
      let folder = try TemporaryFolder()
      let store = try DiskCacheStore(directory: folder.url)
      let damaged = try CachedResponse.stored("https://api.test/damaged")
      try await store.store(damaged)
      try Data("no record".utf8).write(to: URL(fileURLWithPath: try file(in: folder)))
      try await store.store(response)
      for name in try folder.contents() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(folder.url.path)/\(name)")
      }
      let program =
        #"mount -o bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$2" --testing-library swift-testing "#
        + "--filter ForeignCacheTests/child"
      let end = try ChildProcess.run(
        "/usr/bin/unshare", ["-m", "/bin/sh", "-c", program, "sh", folder.url.path, ChildProcess.ownPath],
        environment: [Self.key: folder.url.path], reading: .both)
      #expect(end.status == 0, "\(end.text)")
    }
  }
#endif
