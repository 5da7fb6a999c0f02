import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Files through a cache", .timeLimit(.minutes(3)))
struct CacheFileTests {
  @Test(
    "a response that is not a success does not replace the file of the call",
    arguments: [(404, CacheMode.standard), (410, .standard), (504, .onlyIfCached)])
  func kept(status: Int, mode: CacheMode) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("mine", Data("mine".utf8))
    let stub = StubResponse.text("gone", status: status, headers: ["Cache-Control": "max-age=60"])
    let transport = StubTransport([On.any().respond(stub)]).cached()
    let client = APIClient.testing(transport)
    if mode == .standard {
      await #expect(throws: NetworkRequestError.self) { try await client.dispatch(DownloadExport()) }
    }
    var request = DownloadExport()
    request.options.cache = mode
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.download(request, to: file, replacing: true, retrying: nil)
    }
    #expect(error?.response?.status == status)
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
  }

  private struct DownloadExport: Request {
    typealias ReturnType = DownloadedFile
    let path = "/export"
    var options = RequestOptions()
  }
}
