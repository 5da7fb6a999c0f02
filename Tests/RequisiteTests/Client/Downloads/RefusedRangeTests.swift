import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Servers that refuse the rest of a file", .timeLimit(.minutes(1)))
struct RefusedRangeTests {
  private let text = "0123456789"

  /// A server that answers each request for a range with a status.
  private func server(_ status: Int, _ headers: HTTPHeaders = [:], whole: Int = 200) -> RangeServer {
    RangeServer(text) { number, response, body in
      guard number > 1 else { return }
      if response.status == 206 {
        (response.status, body) = (status, Data())
        response.headers = headers
      } else if whole != 200 {
        (response.status, body) = (whole, Data())
      }
    }
  }

  private func download(_ transport: some Transport, to place: URL, attempts: Int = 1) async throws
    -> DownloadedFile
  {
    let clock = TestClock()
    let client = APIClient.testing(transport, clock: CallClock(clock))
    return try await clock.run {
      try await client.download(
        Endpoint<DownloadedFile>.get("/file"), to: place,
        retrying: .constant(.seconds(1), attempts: attempts))
    }
  }

  @Test(
    "any answer but the rest is followed by one request for the whole file, in the same attempt",
    arguments: [201, 204, 304, 400, 401, 403, 404, 405, 409, 410, 412, 416, 422, 500, 501, 505])
  func restart(status: Int) async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file.bin")
    let server = server(status)
    await #expect(throws: NetworkRequestError.self) {
      try await download(server.faults(.cut(after: 4).calls(1)), to: place)
    }
    let file = try await download(server, to: place)
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", nil])
    #expect(try folder.contents() == ["file.bin"])
  }

  @Test("if the whole file is refused, too, the call fails after that one request, and the bytes stay")
  func bothRefused() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file.bin")
    let server = server(403, whole: 403)
    await #expect(throws: NetworkRequestError.self) {
      try await download(server.faults(.cut(after: 4).calls(1)), to: place)
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await download(server, to: place, attempts: 3)
    }
    #expect(error?.status == 403)
    #expect(server.ranges == [nil, "bytes=4-", nil])
    #expect(try folder.contents() == [".file.bin.partial", ".file.bin.partial.json"])
  }

  @Test(
    "a temporary failure says nothing of the range, so the rest is requested again",
    arguments: [429, 502, 503, 504])
  func temporary(status: Int) async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file.bin")
    let server = RangeServer(text) { number, response, body in
      if number == 2 { (response.status, response.headers, body) = (status, [:], Data()) }
    }
    let flaky = server.faults(.cut(after: 4).calls(1))
    let file = try await download(flaky, to: place, attempts: 4)
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", "bytes=4-"])
  }
}
