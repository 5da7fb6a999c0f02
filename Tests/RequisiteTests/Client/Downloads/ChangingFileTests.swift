import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Downloads of a file that changes", .timeLimit(.minutes(3)))
struct ChangingFileTests {
  @Test("a file that changes at each attempt ends the download after the attempts of the policy")
  func changing() async throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    // Each response is cut, after more bytes than the last one or after fewer.
    let server = RangeServer("") { number, response, body in
      (response.status, body) = (200, Data(repeating: 65, count: number.isMultiple(of: 2) ? 8 : 4))
      response.headers = ["ETag": "\"\(number)\"", "Content-Length": "100"]
    }
    let client = APIClient.testing(server, clock: CallClock(clock))
    let place = folder.url.appending(path: "file.bin")
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run {
        try await client.download(
          Endpoint<DownloadedFile>.get("/file"), to: place, retrying: .constant(.seconds(1), attempts: 5))
      }
    }
    #expect(error?.code == .networkConnectionLost)
    #expect(server.ranges == [nil, "bytes=4-", "bytes=8-", "bytes=4-", "bytes=8-"])
  }
}
