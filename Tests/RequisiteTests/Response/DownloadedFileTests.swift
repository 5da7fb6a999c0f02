import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Responses in a file", .timeLimit(.minutes(1)))
struct DownloadedFileTests {
  struct Export: Request {
    typealias ReturnType = DownloadedFile
    let path = "/files/export%20all.csv"
    var options = RequestOptions()
  }

  private let canned = StubResponse.text(
    "a,b\n", contentType: "text/csv; charset=utf-8",
    headers: ["Content-Disposition": #"attachment; filename="../export.csv""#])

  @Test("the file has the body, and the value has the head of the response, its size, type and name")
  func file() async throws {
    let file = try await APIClient.answering(canned).dispatch(Export())
    #expect(try String(contentsOf: file.url, encoding: .utf8) == "a,b\n")
    #expect(file.byteCount == 4)
    #expect(file.mediaType == "text/csv; charset=utf-8")
    #expect(file.suggestedFileName == "export.csv")
    #expect(file.response.status == 200)
    #expect(file.response.url.absoluteString == "https://api.test/files/export%2520all.csv")
    try await file.remove()
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
    try await file.remove()
  }

  @Test("without a Content-Disposition, the URL of the response gives the file name")
  func nameOfURL() async throws {
    let stub = StubTransport {
      On(.get, "/files/**").respond(.redirect(to: "/final/caf%C3%A9%2F.bin"))
      On(.get, "/final/**").respond(.data(Data([1])))
    }
    let file = try await APIClient.testing(stub).dispatch(Endpoint<DownloadedFile>.get("/files/x"))
    defer { file.response.body.discard() }
    #expect(file.response.url.path(percentEncoded: true) == "/final/caf%C3%A9%2F.bin")
    #expect(file.suggestedFileName == "bin")
    #expect(file.mediaType == nil)
  }

  @Test("the call or the options can set the destination")
  func destination() async throws {
    let folder = try TemporaryFolder()
    let stub = StubTransport { On.any().respond(canned) }
    let client = APIClient.testing(stub)
    let one = folder.url.appending(path: "one.csv")
    let two = folder.url.appending(path: "two.csv")
    #expect(try await client.download(Export(), to: one, retrying: nil).url == one)
    #expect(try await client.dispatch(Export(options: .init().with(\.fileDestination, two))).url == two)
    #expect(try folder.contents() == ["one.csv", "two.csv"])
  }

  @Test("a file is moved or copied to a free place")
  func moves() async throws {
    let folder = try TemporaryFolder()
    let file = try await APIClient.answering(canned).dispatch(Export())
    let copy = try await file.copy(to: folder.url.appending(path: "copy.csv"))
    let moved = try await file.move(to: folder.url.appending(path: "moved.csv"))
    #expect(moved.byteCount == 4 && copy.suggestedFileName == "export.csv")
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
    for file in [copy, moved] { #expect(try Data(contentsOf: file.url) == Data("a,b\n".utf8)) }
    #expect(try folder.contents() == ["copy.csv", "moved.csv"])
  }

  @Test("an existing file is replaced only on demand, and the error names both places")
  func replaces() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.file("old.csv", Data("old".utf8))
    let file = try await APIClient.answering(canned).dispatch(Export())
    for isMove in [true, false] {
      let error = await #expect(throws: NetworkRequestError.self) {
        _ = isMove ? try await file.move(to: old) : try await file.copy(to: old)
      }
      #expect(error?.description.contains(old.path) == true)
      #expect(error?.description.contains(file.url.path) == true)
      guard case .urlSessionFailed(let failure) = error else { throw DidNotFail() }
      #expect(failure.code == (isMove ? .cannotMoveFile : .cannotCreateFile))
      #expect((failure.underlyingError as? FileFailure)?.code == .EEXIST)
    }
    #expect(try Data(contentsOf: old) == Data("old".utf8))
    try await file.copy(to: old, replacing: true)
    #expect(try Data(contentsOf: old) == Data("a,b\n".utf8))
    try await file.move(to: old, replacing: true)
    #expect(try folder.contents() == ["old.csv"])
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
  }

  @Test("a missing folder is an error, and the file stays")
  func noFolder() async throws {
    let file = try await APIClient.answering(canned).dispatch(Export())
    defer { file.response.body.discard() }
    let place = URL(fileURLWithPath: "/nowhere/at/all.csv")
    let error = await #expect(throws: NetworkRequestError.self) { try await file.move(to: place) }
    #expect(error?.description.contains("/nowhere/at/all.csv") == true)
    #expect(FileManager.default.fileExists(atPath: file.url.path))
  }

  @Test("an error status leaves no file, and its body is in the error", arguments: [404, 503])
  func errorStatus(status: Int) async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "export.csv")
    let client = APIClient.answering(.text(String(repeating: "no ", count: 1 << 20), status: status))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.download(Export(), to: place, retrying: nil)
    }
    #expect(error?.status == status)
    #expect(error?.response?.data.count == 1 << 20, "of three")
    #expect(try folder.contents().isEmpty)
  }

  @Test(
    "a file that its caller does not receive is removed: its type is not accepted, or the call is cancelled")
  func nobody() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "export.csv")
    let wanted = Endpoint<DownloadedFile>.get("/x").headers([.accept: "image/png"])
    let error = await #expect(throws: NetworkRequestError.self) {
      try await APIClient.answering(canned).download(wanted, to: place, retrying: nil)
    }
    #expect(error?.kind == .decodingError)
    #expect(try folder.contents().isEmpty)

    let client = APIClient.testing(StubTransport { On.any().respond(canned) }.cancelling())
    let cancelled = await Task {
      await #expect(throws: NetworkRequestError.self) {
        try await client.download(Export(), to: place, retrying: nil)
      }
    }.value
    #expect(cancelled?.kind == .cancelled)
    #expect(try folder.contents().isEmpty)
  }

  @Test("a file that is complete after the deadline is removed")
  func tooLate() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "export.csv")
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(canned) }.stubborn(clock)
    let client = APIClient.testing(stub, clock: CallClock(clock))
    let options = RequestOptions(deadline: .seconds(5)).with(\.fileDestination, place)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Export(options: options))
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(try folder.contents().isEmpty)
  }

  @Test("a response that a transport delivers in memory is written to the file")
  func fromMemory() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "export.csv")
    let file = try await APIClient.testing(EchoInMemory()).download(Export(), to: place, retrying: nil)
    #expect(file.url == place && file.byteCount == 2)
    let again = await #expect(throws: NetworkRequestError.self) {
      try await APIClient.testing(EchoInMemory()).download(Export(), to: place, retrying: nil)
    }
    #expect(again?.description.contains(place.path) == true)
  }
}

private struct EchoInMemory: TerminalTransport {
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    TransportResponse(status: 200, url: request.url, body: .data(Data("hi".utf8)))
  }
}

extension Transport {
  /// Cancels the task of each call when its response is there.
  fileprivate func cancelling() -> some Transport { Cancelling(upstream: self) }

  /// Answers when it is too late: lets the deadline pass, and minds no cancellation.
  fileprivate func stubborn(_ clock: TestClock) -> some Transport {
    DeafToCancellation(upstream: self, clock: clock)
  }
}

private struct Cancelling: Transport {
  let upstream: any Transport
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    withUnsafeCurrentTask { $0?.cancel() }
    return response
  }
}

private struct DeafToCancellation: Transport {
  let upstream: any Transport
  let clock: TestClock
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    do { try await clock.sleepers(1) } catch { throw .cancelled(request) }
    clock.advance(by: .seconds(5))
    while !Task.isCancelled { await Task.yield() }
    return response
  }
}
