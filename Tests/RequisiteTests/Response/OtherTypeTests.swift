import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A response of another type than asked for", .timeLimit(.minutes(1)))
struct OtherTypeTests {
  private static let problem = #"{"error":"the export is not ready"}"#

  private struct DownloadCSV: Request {
    typealias ReturnType = DownloadedFile
    let path = "/export"
    let headers: HTTPHeaders = ["Accept": "text/csv"]
  }

  private func client(_ response: StubResponse, clock: TestClock = TestClock()) -> APIClient {
    .testing(StubTransport { On.any().respond(response) }, clock: CallClock(clock))
  }

  private func text(of error: NetworkRequestError) -> String? {
    error.response.map { String(decoding: $0.data, as: UTF8.self) }
  }

  @Test("the error of a stream, of its events and of its lines has what the server said")
  func streams() async throws {
    let client = client(.json(text: Self.problem))
    for error in [
      try await client.failure(of: Endpoint<ServerSentEvents>.get("/events")),
      try await client.failure(of: Endpoint<ByteStream>.get("/bytes", headers: ["Accept": "image/png"])),
      try await client.failure(of: Endpoint<Lines>.get("/lines", headers: ["Accept": "text/plain"])),
    ] {
      #expect(error.kind == .decodingError && text(of: error) == Self.problem)
    }
    // Of a source of events as well, and without any type.
    let untyped = self.client(.data(Data(Self.problem.utf8)))
    let error = await #expect(throws: NetworkRequestError.self) {
      for try await _ in untyped.events(of: Endpoint<ServerSentEvents>.get("/events")) {}
    }
    #expect(error?.kind == .decodingError && error.flatMap(text) == Self.problem)
  }

  @Test("the error of a file has what the server said, and no file stays", arguments: [false, true])
  func files(replacing: Bool) async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appendingPathComponent("export.csv")
    if replacing { try Data("old".utf8).write(to: place) }
    let client = client(.json(text: Self.problem))
    let options = RequestOptions().with(\.fileDestination, place).with(\.replacesFile, replacing)
    let error = try await client.failure(of: DownloadCSV().with(options))
    #expect(error.kind == .decodingError && text(of: error) == Self.problem)
    #expect(try folder.contents() == (replacing ? ["export.csv"] : []))

    let download = await #expect(throws: NetworkRequestError.self) {
      try await client.download(DownloadCSV(), to: folder.url.appendingPathComponent("other.csv"))
    }
    #expect(download?.kind == .decodingError && download.flatMap(text) == Self.problem)
  }

  @Test("of a stream without an end, what arrives within five seconds is kept")
  func endless() async throws {
    let clock = TestClock()
    let chunks = Array(repeating: "tick", count: 100)
    let client = client(.chunks(chunks, every: .seconds(2), contentType: "text/plain"), clock: clock)
    let error = try await clock.run {
      try await client.failure(of: Endpoint<ServerSentEvents>.get("/events"))
    }
    #expect(error.kind == .decodingError && text(of: error)?.hasPrefix("tick") == true)
    #expect(clock.now.offset <= .seconds(6))
  }
}
