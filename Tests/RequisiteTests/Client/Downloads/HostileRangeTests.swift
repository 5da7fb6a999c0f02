#if os(Linux)
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("Downloads from servers that send wrong ranges", .timeLimit(.minutes(3)))
  struct HostileRangeTests {
    @Test(
      "the file is a complete version of the server's file, or there is an error and no file",
      arguments: HostileRange.parts + HostileRange.others, [1, 1_500, 2_999])
    func parts(range: HostileRange, cut: Int) async throws {
      let folder = try TemporaryFolder()
      let server = try range.server(cutAfter: cut)
      defer { server.stop() }
      let clock = TestClock()
      let client = APIClient(
        baseURL: server.url(""),
        networkDispatcher: NetworkDispatcher(transport: CurlTest.transport, clock: CallClock(clock)))
      let place = folder.url.appending(path: "file.bin")
      do {
        let file = try await clock.run {
          try await client.download(
            Endpoint<DownloadedFile>.get("/"), to: place, retrying: .constant(.seconds(1), attempts: 4))
        }
        let bytes = try Data(contentsOf: place)
        #expect(bytes == HostileRange.file || bytes == HostileRange.other)
        #expect(file.byteCount == 3_000)
      } catch is NetworkRequestError {
        #expect(!FileManager.default.fileExists(atPath: place.path))
      }
    }
  }
#endif
