#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// The folder of a disk with 1 MB and entries for the folder and two files, which `.ci/long-run` mounts.
  private let disk = ProcessInfo.processInfo.environment["REQUISITE_SMALL_DISK"]

  @Suite("CurlTransport: a full disk", .serialized, .timeLimit(.minutes(3)), .enabled(if: disk != nil))
  struct FullDiskTests {
    private let folder: URL

    init() throws { folder = URL(fileURLWithPath: try #require(disk)) }

    @Test("a body without room is an error, and the partial file is deleted")
    func body() async throws {
      let server = try FaultServer.answering(body: String(repeating: "x", count: 8 << 20))
      defer { server.stop() }
      let place = folder.appendingPathComponent("response.txt")
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(server.url(), delivery: .file(place)))
      }
      #expect(error?.code == .cannotWriteToFile)
      #expect((error?.underlyingError as? FileFailure)?.code == .ENOSPC)
      #expect(try contents().isEmpty)
    }

    @Test("a file is kept if there is no room for the step that replaces it")
    func replacing() async throws {
      let server = try FaultServer.answering(body: "new")
      defer { server.stop() }
      let place = folder.appendingPathComponent("old.txt")
      try Data("old".utf8).write(to: place)
      defer { unlink(place.path) }
      let client = APIClient(baseURL: server.url(), transport: CurlTest.transport)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.download(
          Endpoint<DownloadedFile>.get("/new"), to: place, replacing: true, retrying: nil)
      }
      #expect((error?.underlyingError as? FileFailure)?.code == .ENOSPC)
      #expect(try Data(contentsOf: place) == Data("old".utf8))
      #expect(try contents() == ["old.txt"])
    }

    private func contents() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
  }
#endif
