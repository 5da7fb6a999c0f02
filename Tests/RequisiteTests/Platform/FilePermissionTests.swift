#if os(Linux)
  import Foundation
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("Permissions of the files that the library writes", .timeLimit(.minutes(3)))
  struct FilePermissionTests {
    private func mode(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    private static let folderKey = "REQUISITE_UMASK_FOLDER"
    private static var folder: String? { ProcessInfo.processInfo.environment[folderKey] }

    /// What the process with another umask runs.
    @Test("(run by another test) writes one file of each kind", .enabled(if: folder != nil))
    func child() async throws {
      let folder = URL(fileURLWithPath: try #require(Self.folder))
      let store = try DiskCacheStore(directory: folder.appending(path: "cache/deep"))
      try await store.store(CachedResponse.stored())
      try Recording([]).write(to: folder.appending(path: "recordings/deep/recording.json"))
      let partial = try PartialDownload(to: folder.appending(path: "resumed"))
      try partial.append(Data("1".utf8))
      let url = folder.appending(path: "named")
      _ = try TransferFile.write(Data(), of: TransportRequest(url: .api, delivery: .file(url)))
    }

    @Test("a file that a download replaces keeps its permissions", arguments: [0o600, 0o640, 0o755])
    func replaced(mode: Int) async throws {
      let folder = try TemporaryFolder()
      let place = folder.url.appending(path: "file")
      let client = APIClient(
        baseURL: "https://api.example.com", transport: StubTransport { On.any().respond(.text("new")) })
      for policy in [nil, Backoff.immediate()] {
        try Data("old".utf8).write(to: place)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
        _ = try await client.download(
          Endpoint<DownloadedFile>.get("/file"), to: place, replacing: true, retrying: policy)
        #expect(try String(contentsOf: place, encoding: .utf8) == "new")
        #expect(try self.mode(place) == mode)
      }
    }

    @Test("a file that is moved or copied has the permissions of a new file in its folder")
    func moved() async throws {
      let folder = try TemporaryFolder()
      let new = folder.url.appending(path: "new")
      close(open(new.path, O_CREAT | O_WRONLY, 0o666))
      let client = APIClient(
        baseURL: "https://api.example.com", transport: StubTransport { On.any().respond(.text("new")) })
      let file = try await client.dispatch(Endpoint<DownloadedFile>.get("/file"))
      #expect(try mode(file.url) == 0o600)
      let copy = try await file.copy(to: folder.url.appending(path: "copy"))
      let moved = try await file.move(to: folder.url.appending(path: "moved"))
      for file in [copy, moved] { #expect(try mode(file.url) == mode(new)) }
    }

    @Test(
      "only the owner can read the library's files and folders, with any umask",
      arguments: [0o000, 0o027, 0o777])
    func umasks(mask: Int) throws {
      let folder = try TemporaryFolder()
      let program =
        #"umask "$1"; exec "$2" --testing-library swift-testing --filter FilePermissionTests/child"#
      let end = try ChildProcess.run(
        "/bin/sh", ["-c", program, "sh", String(mask, radix: 8), ChildProcess.ownPath],
        environment: [Self.folderKey: folder.url.path])
      #expect(end.status == 0)
      #expect(try mode(folder.url.appending(path: "named")) == 0o666 & ~mask)
      for path in ["cache", "cache/deep", "recordings", "recordings/deep"] {
        #expect(try mode(folder.url.appending(path: path)) == 0o700)
      }
      let cached = try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appending(path: "cache/deep").path)
      #expect(cached.count == 1)
      for path in [".resumed.partial", "recordings/deep/recording.json"] + cached.map({ "cache/deep/\($0)" })
      {
        #expect(try mode(folder.url.appending(path: path)) == 0o600)
      }
    }
  }
#endif
