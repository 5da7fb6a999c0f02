import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A file that a response replaces stays until the response is accepted", .timeLimit(.minutes(3)))
struct FileReplacementTests {
  private static let export = Endpoint<DownloadedFile>.get("/export")
  private static let new = StubResponse.text("new", headers: ["Cache-Control": "max-age=60"])

  private func expect(_ content: String, at place: URL) throws {
    #expect(try String(contentsOf: place, encoding: .utf8) == content)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.deletingLastPathComponent().path)
    #expect(names == [place.lastPathComponent])
  }

  @Test(
    "a symbolic link in its place is itself replaced, and what it leads to stays", .feature("F14"),
    arguments: [true, false], [true, false])
  func link(resumes: Bool, dangles: Bool) async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let target = try other.file("target", Data("mine".utf8))
    let place = folder.url.appending(path: "export")
    let destination = dangles ? other.url.appending(path: "nothing") : target
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: destination)
    let client = APIClient.answering(Self.new)
    var policy: (any RetryPolicy)? = .constant(.zero, attempts: 1)
    if !resumes { policy = nil }
    await #expect(throws: NetworkRequestError.self, "without replacing, the link is a file that is there") {
      try await client.download(Self.export, to: place, retrying: policy)
    }
    _ = try await client.download(Self.export, to: place, replacing: true, retrying: policy)
    try expect("new", at: place)
    #expect(try place.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true)
    #expect(try String(contentsOf: target, encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == ["target"])
  }

  private enum Sender: CaseIterable { case standard, urlSession, stub, cache }

  @Test(
    "by a custom mapping, which can read the new file, with every transport", arguments: Sender.allCases)
  private func mapping(over sender: Sender) async throws {
    let folder = try TemporaryFolder()
    let place = try folder.file("export", Data("old".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path)
    let server = try FaultServer { connection in
      _ = try connection.readRequest()
      try connection.send(HTTPMessage.response(body: "new"))
    }
    defer { server.stop() }
    let stub = StubTransport { On.any().respond(Self.new) }
    let transport: any Transport =
      switch sender {
      case .standard: DefaultTransport.shared
      case .urlSession: URLSessionTransport(.shared)
      case .stub: stub
      case .cache: stub.cached()
      }
    let refusing = StatusMapping { response in
      guard case .file(let new) = response.body else { return .badRequest(response) }
      return (try? String(contentsOf: new, encoding: .utf8)) == "new" ? .badRequest(response) : nil
    }
    for (mapping, content) in [(refusing, "old"), (refusing, "old"), (.standard, "new"), (.standard, "new")] {
      let dispatcher = NetworkDispatcher(transport: transport, statusMapping: mapping)
      let client = APIClient(baseURL: BaseURL(server.url("/").absoluteString), networkDispatcher: dispatcher)
      do throws(NetworkRequestError) {
        let file = try await client.download(Self.export, to: place, replacing: true, retrying: nil)
        #expect(file.url == place && content == "new")
      } catch {
        #expect(error.kind == .badRequest && content == "old")
        #expect(error.response?.data == Data("new".utf8))
      }
      try expect(content, at: place)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
    #expect(mode == 0o640, "that of the file that was replaced")
  }

  private enum Refuser: CaseIterable { case mediaType, deadline, cancellation, status, mapping }

  @Test(
    "by the media type, the deadline, a cancellation, a status or a custom mapping",
    arguments: Refuser.allCases)
  private func refused(by refuser: Refuser) async throws {
    let folder = try TemporaryFolder()
    let place = try folder.file("export", Data("old".utf8))
    let clock = TestClock()
    let response = refuser == .status ? StubResponse.text("no", status: 404) : Self.new
    let stub = StubTransport { On.any().respond(response) }
    let late = AfterResponse(upstream: stub) {
      if refuser == .deadline { clock.advance(by: .seconds(60)) }
      if refuser == .cancellation { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let mapping = StatusMapping {
      refuser == .mapping ? .serverError($0) : StatusMapping.standard.error(for: $0)
    }
    let client = APIClient(
      baseURL: "https://api.test",
      networkDispatcher: NetworkDispatcher(
        transport: late.retried(.immediate()), statusMapping: mapping, clock: CallClock(clock)))
    let wanted = Self.export.options(RequestOptions(deadline: .seconds(5)))
      .headers(refuser == .mediaType ? [.accept: "image/png"] : [:])
    let error = await Task {
      await #expect(throws: NetworkRequestError.self) {
        try await client.download(wanted, to: place, replacing: true, retrying: nil)
      }
    }.value
    #expect(error != nil)
    try expect("old", at: place)
  }

  @Test("by the media type, also if the download can be resumed, whose bytes so far stay")
  func refusedPage() async throws {
    let folder = try TemporaryFolder()
    let place = try folder.file("export", Data("old".utf8))
    let image: HTTPHeaders = [.eTag: "\"a\"", .contentType: "image/png", .contentLength: "6"]
    let rest = image.merging([.contentLength: "3", .contentRange: "bytes 3-5/6"])
    let page = StubResponse.text("<p>Log in</p>", contentType: "text/html")
    let stub = StubTransport {
      On.any().respond(
        page, StubResponse.data(Data("new".utf8), headers: image), page, page,
        StubResponse.data(Data("est".utf8), status: 206, headers: rest))
    }
    let client = APIClient.testing(stub)
    let wanted = Self.export.headers([.accept: "image/*"])
    for kind in [NetworkRequestError.Kind.decodingError, .urlSessionFailed, .decodingError] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.download(wanted, to: place, replacing: true, retrying: .never)
      }
      #expect(error?.kind == kind)
      #expect(try String(contentsOf: place, encoding: .utf8) == "old")
    }
    _ = try await client.download(wanted, to: place, replacing: true, retrying: .never)
    try expect("newest", at: place)
    #expect(stub.requests.count == 5)
  }

  @Test("a stub's error status neither creates nor replaces a file")
  func status() async throws {
    let folder = try TemporaryFolder()
    let place = try folder.file("export", Data("old".utf8))
    let stub = StubTransport { On.any().respond(.text("no", status: 404)) }
    var request = TransportRequest(url: .api, delivery: .file(place))
    request.options.replacesFile = true
    #expect(try await stub.send(request).body.description == "2 bytes")
    try expect("old", at: place)
  }

  @Test("a name that is too long for a file is refused before anything is sent", arguments: [true, false])
  func longName(isReplacing: Bool) async throws {
    let folder = try TemporaryFolder()
    let server = try FaultServer.answering(body: "new")
    defer { server.stop() }
    let place = folder.url.appending(path: String(repeating: "n", count: 300), directoryHint: .notDirectory)
    var request = TransportRequest(url: server.url(), delivery: .file(place))
    request.options.replacesFile = isReplacing
    let sent = request
    let error = await #expect(throws: NetworkRequestError.self) {
      try await DefaultTransport.shared.send(sent)
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.description.contains("too long") == true)
    #expect(server.received.isEmpty)
  }

  private enum Place: CaseIterable { case pipe, folder, device }

  @Test("a pipe, a folder or a device is never replaced", arguments: Place.allCases)
  private func irregular(_ kind: Place) async throws {
    let folder = try TemporaryFolder()
    var place = folder.url.appending(path: "place", directoryHint: .notDirectory)
    switch kind {
    case .pipe: #expect(mkfifo(place.path, 0o600) == 0)
    case .folder: #expect(mkdir(place.path, 0o700) == 0)
    case .device: place = URL(fileURLWithPath: "/dev/null")
    }
    let mode = try #require(PosixFile.status(of: place.path)).st_mode
    let stub = StubTransport { On.any().respond(Self.new) }
    let client = APIClient.testing(stub)
    for resumes in [true, false] {
      let error = await #expect(throws: NetworkRequestError.self) {
        resumes
          ? try await client.download(Self.export, to: place, replacing: true)
          : try await client.download(Self.export, to: place, replacing: true, retrying: nil)
      }
      #expect(error?.kind == .invalidRequest)
      #expect(error?.description.contains(place.path) == true)
      // A download that can be resumed is refused before there is a request.
      #expect(error?.request?.url.path == (resumes ? nil : "/export"))
    }
    #expect(throws: RecordingFailure.self) { try Recording().write(to: place) }
    for token in [AccessToken("x"), nil] {
      let failure = await #expect(throws: FileFailure.self) { try await FileTokenStore(place).save(token) }
      #expect(failure?.code == (kind == .folder ? .EISDIR : .EINVAL))
    }
    let file = try await client.dispatch(Self.export)
    await #expect(throws: NetworkRequestError.self) { try await file.move(to: place, replacing: true) }
    await #expect(throws: NetworkRequestError.self) { try await file.copy(to: place, replacing: true) }
    try await file.remove()
    #expect(PosixFile.status(of: place.path)?.st_mode == mode)
  }
}

private struct AfterResponse: Transport {
  let upstream: any Transport
  let then: @Sendable () -> Void

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    then()
    return response
  }
}
